/** media-chrome's controls in our order. Their words and behaviour are their own; their looks are in player.css. */
export function Controls() {
  return (
    <>
      <div slot="centered-chrome" className="player-centre">
        <media-seek-backward-button seekoffset="10" notooltip="" />
        <media-play-button class="player-play" notooltip="" />
        <media-seek-forward-button seekoffset="10" notooltip="" />
      </div>
      <div className="player-bottom">
        <media-time-range class="player-time" />
        <media-control-bar class="player-bar">
          <media-time-display showduration="" notoggle="" />
          <span className="player-gap" />
          <media-mute-button notooltip="" />
          <media-volume-range />
          <media-playback-rate-button rates="0.5 0.75 1 1.25 1.5 2" notooltip="" />
          <media-pip-button notooltip="" />
          <media-fullscreen-button notooltip="" />
        </media-control-bar>
      </div>
    </>
  );
}
