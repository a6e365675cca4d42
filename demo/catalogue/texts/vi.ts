import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Vietnamese. */
export const VI: CatalogueTexts = {
  "the-long-thaw": {
    title: "Mùa Tan Băng Dài",
    description:
      "Sau mười một mùa đông xa nhà, một nữ hướng dẫn viên leo núi trở về thung lũng nơi dòng sông băng đã bắt đầu cất tiếng hát. Cô chỉ có một mùa hè để hiểu nó nói gì, và để tha thứ cho người đàn ông từng dạy cô lắng nghe.",
  },
  "a-house-under-the-aurora": {
    title: "Ngôi Nhà Dưới Cực Quang",
    description:
      "Bảy gia đình cùng sống bên một vịnh hẹp đóng băng và cùng trải qua mười tuần không có bình minh. Một bức chân dung kiên nhẫn và ấm áp về những con người luôn để lại ngọn đèn bên cửa sổ cho ai đó đang đi bộ về nhà.",
  },
  "winter-market": {
    title: "Phiên Chợ Mùa Đông",
    description:
      "Vào phiên chợ cuối trước trận tuyết lớn, hai người xa lạ mặc nhầm áo khoác của nhau ra về. Trong mỗi túi áo có một lá thư không dành cho họ, nhưng lại làm thay đổi tất cả.",
  },
  "foxes-in-the-snow-wood": {
    title: "Bầy Cáo Trong Rừng Tuyết",
    description:
      "Vào đêm mặt trăng xuống thấp nhất, muôn loài trong rừng đem trả lại cái tên đã mượn. Chỉ có chú cáo út bỏ quên tên mình ở đâu đó, và phải băng qua rừng bạch dương để tìm lại.",
  },
  "the-observatory-at-mount-haneul": {
    title: "Đài Thiên Văn Trên Núi Haneul",
    description:
      "Mùa đông cuối cùng trước khi đài thiên văn đóng cửa, người kỹ thuật viên già quyết đi tìm ngôi sao đã biến mất bốn mươi năm trước. Người duy nhất chịu giúp ông cũng là người duy nhất còn lại đã thấy nó vụt tắt.",
  },
  "the-keeper-of-skarholm": {
    title: "Người Giữ Đèn Skarholm",
    description:
      "Ngọn hải đăng Skarholm đã sáng suốt chín năm mà không có người canh. Nữ kỹ sư trẻ được cử đến tắt đèn tìm thấy một cuốn nhật ký mà ai đó vẫn ghi chép cho đến tận hôm qua.",
    episodes: [
      {
        title: "Chín Năm Ánh Sáng",
        description:
          "Cô kỹ sư lên đảo với lệnh tắt đèn. Bếp lò vẫn còn ấm, và dòng cuối cùng trong nhật ký mới viết hôm qua.",
      },
      {
        title: "Cuốn Nhật Ký",
        description:
          "Cô lần giở lại chín năm trong cùng một nét chữ điềm tĩnh. Trận bão nào cũng có trong đó, cả ngày cô đến cũng vậy, được ghi lại từ một tuần trước.",
      },
      {
        title: "Triều Cường",
        description:
          "Con nước lớn nhất năm cô lập hòn đảo, và ngọn đèn phụt tắt. Suốt một đêm, chính cô phải giữ lấy ánh sáng.",
      },
      {
        title: "Ai Đang Canh Đèn",
        description:
          "Rạng sáng, thuyền sẽ đến đón cô. Trước khi thuyền cập bến, cô biết được ai đã viết, và ngọn đèn ấy được thắp cho ai.",
      },
      {
        title: "Phòng đèn",
        description:
          "Lên ngọn tháp Skarholm: cách thắp đèn bằng tay, và những gì mỗi người gác đã khắc lên lớp đồng.",
      },
    ],
    seasons: ["Triều rút", "Triều dâng"],
  },
  "whale-summer": {
    title: "Mùa Hè Cá Voi",
    description:
      "Tháng Bảy nào cũng có một con cá voi lưng gù trở về vịnh nhỏ không tên trên hải đồ. Ba thế hệ của một gia đình đã chờ nó trên cùng một phiến đá bằng.",
  },
  "steamer-to-nowhere": {
    title: "Con Tàu Không Bến Đến",
    description:
      "Hành khách trên tàu Corvina mua vé đến những bến cảng khác nhau, và thuyền trưởng hứa với từng người rằng trạm kế tiếp chính là nơi ấy. Vào buổi chiều đỏ thứ năm, có người nhìn vào la bàn.",
  },
  "harbour-of-paper-boats": {
    title: "Bến Thuyền Giấy",
    description:
      "Đứa trẻ nào trên đảo cũng gấp một chiếc thuyền giấy cho người cha còn lênh đênh ngoài biển. Một sớm nọ, có chiếc thuyền quay về, mang theo lời hồi đáp.",
  },
  "fireflies-of-the-mangrove": {
    title: "Đom Đóm Rừng Đước",
    description:
      "Trên một dòng sông không có điện, hàng nghìn con đom đóm cùng chớp sáng như một trái tim. Một người đánh cá đêm nào cũng đếm chúng, kể từ cái đêm chúng bắt đầu thưa dần.",
  },
  "lanterns-over-lake-suwa": {
    title: "Đèn Lồng Trên Hồ Suwa",
    description:
      "Mỗi năm một đêm, khi đèn lồng bay lên trên mặt hồ, người trong thị trấn được viết thư cho người đã khuất. Con gái của người viết thư thuê chưa bao giờ tin điều đó, cho đến khi có một lá thư hồi âm đề tên cô.",
  },
  "small-stations": {
    title: "Những Ga Nhỏ",
    description:
      "Một trưởng tàu sống trọn một năm trên tuyến đường mỗi ngày chỉ có ba chuyến. Ở ga nào cũng có người xuống, có người chờ, và chỉ bốn mùa là đúng giờ.",
    episodes: [
      {
        title: "Xuân: Sakurazaka",
        description:
          "Lịch tàu mới bắt đầu với một cô bé sáng nào cũng lên tàu ở ga Sakurazaka và dường như chẳng bao giờ xuống.",
      },
      {
        title: "Hạ: Bên Hồ",
        description:
          "Một chiếc mũ rơm bị bỏ quên cứ theo tàu xuôi ngược suốt một tuần, cho đến khi có người bên hồ đến nhận.",
      },
      {
        title: "Thu: Thung Lũng Lá Phong",
        description:
          "Hai người bạn già ở hai ga kề nhau đã ba mươi năm không nói chuyện. Người trưởng tàu mang những điều họ không nói ra từ sân ga này sang sân ga kia.",
      },
      {
        title: "Đông: Ga Cuối",
        description:
          "Tuyết chặn chuyến tàu cuối khi chỉ còn cách bến một ga. Trưởng tàu và năm hành khách men theo đường ray đi bộ nốt quãng đường còn lại.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "Núi Trà",
    description:
      "Người trồng trà già chia ngọn núi cho ba con trai và để lại mùa hái cho cô cháu gái không bao giờ nói. Trước khi sương tan, một mình cô phải quyết định chiếc lá nào là mùa xuân.",
  },
  "the-bamboo-letters": {
    title: "Những Lá Thư Tre",
    description:
      "Cứ mười năm lại có một dòng chữ khắc trên thân tre, luôn cùng một nét bút. Cô chuyên viên phục chế trẻ lần theo con chữ vào sâu trong rừng, và thấy dòng cuối cùng vẫn còn dang dở.",
  },
  "cherry-line": {
    title: "Đường Hoa Anh Đào",
    description:
      "Sáng nào anh cũng đạp xe xuôi theo hàng anh đào, còn cô thì đi bộ ngược lên. Chỉ trong mười ngày hoa nở, hai người mới dừng lại ở cùng một chỗ.",
  },
  "terraces-of-the-sky": {
    title: "Ruộng Bậc Thang Lên Trời",
    description:
      "Người trong bản tin rằng bậc ruộng cao nhất giữ lại bầu trời của năm cũ. Khi cơn mưa đầu mùa đến muộn, cô bé mười hai tuổi một mình leo lên tìm nó.",
  },
  "caravan-of-the-ninth-moon": {
    title: "Đoàn Lữ Hành Trăng Thứ Chín",
    description:
      "Họ đã đi suốt tám mùa trăng, và trong bầu da chỉ còn ký ức về nước. Người dẫn đường thề rằng giếng nước chỉ cách một đêm; không ai biết ông chưa từng băng qua sa mạc này.",
  },
  "city-of-swallows": {
    title: "Thành Phố Chim Én",
    description:
      "Trên những mái nhà phố cổ, người ta bảo chim én mang theo tin tức của mọi người. Một cô thợ may và một ông đưa thư về hưu học cách đọc bầu trời trước khi bầy chim bay đi.",
  },
  "forty-balloons": {
    title: "Bốn Mươi Khinh Khí Cầu",
    description:
      "Mỗi bình minh, ba mươi chín khinh khí cầu bay lên trên thung lũng; chiếc thứ bốn mươi là cái giỏ đang đợi một phi công không bao giờ hạ cánh. Sáng hôm tròn mười sáu tuổi, con gái ông trèo vào giỏ.",
  },
  "the-kite-above-khanom": {
    title: "Cánh Diều Trên Trời Khanom",
    description:
      "Chiều nào cậu bé cũng thả diều để mẹ, đang làm việc bên kia vịnh, có thể nhìn thấy. Một hôm dây đứt, và cả làng đổ đi tìm.",
  },
  "signals-from-the-red-shore": {
    title: "Tín Hiệu Từ Bờ Biển Đỏ",
    description:
      "Hai nhà trắc địa trông coi một trạm đo bên vùng biển đã cạn khô từ trước khi có đôi mắt nào nhìn thấy. Đến ngày thứ bốn trăm, máy đo thủy triều chuyển động.",
    episodes: [
      {
        title: "Máy Đo Thủy Triều",
        description:
          "Bốn trăm ngày không có gì xảy ra, rồi cây kim nhích lên một gang tay. Hai nhà trắc địa thống nhất chưa báo cáo vội.",
      },
      {
        title: "Bão Muối",
        description:
          "Một cơn bão muối cuốn mất ăng-ten. Bên ngoài, có thứ gì đó cứ gõ vào vỏ trạm, theo đúng nhịp của máy đo.",
      },
      {
        title: "Triều Dâng",
        description: "Cây kim chỉ vạch cao nhất. Hai người đi xuống bờ để xem biển đã mang gì trở lại.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Chuyến Tàu Cuối Đến Harrow Vale",
    description:
      "Chủ nhật này tuyến nhánh sẽ đóng cửa, và nửa hạt kéo đến dự chuyến chạy sau cùng. Ở toa số bốn, người gác ghi và người phụ nữ từng lỡ tàu vì ông chỉ còn chín mươi phút.",
  },
  "rain-on-mapo-bridge": {
    title: "Mưa Trên Cầu Mapo",
    description:
      "Cứ đêm nào mưa, giữa cầu lại có một chiếc ô đỏ đứng lặng. Người tài xế taxi đã ba lần chạy qua, và đêm thứ tư, anh dừng xe lại.",
  },
  "ten-thousand-windows": {
    title: "Mười Nghìn Ô Cửa Sổ",
    description:
      "Anh đi ghi số điện cho cả thành phố lúc trời chưa sáng; trên tầng bốn mươi mốt, cô chưa bao giờ tắt đèn. Khi mất điện và mười nghìn ô cửa cùng tối sầm, anh ngước lên mà không tìm thấy ô cửa của cô.",
  },
  "lavender-hours": {
    title: "Những Giờ Oải Hương",
    description:
      "Một nữ chuyên gia nước hoa mất khứu giác trở về nông trại của bà vào tuần cuối mùa thu hoạch. Người dạy cô nhận ra mùi hương lần nữa lại là chàng trai chỉ biết hương thơm qua màu sắc.",
  },
  "poppy-season": {
    title: "Mùa Hoa Anh Túc",
    description:
      "Ba chị em thừa kế chiếc cối xay gió đã đứng yên từ ngày mẹ mất. Khi hoa anh túc nở, một cánh quạt bắt đầu quay, và không ai trong họ nhận là mình đã chạm vào.",
  },
};
