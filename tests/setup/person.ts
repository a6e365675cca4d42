import type { UserInfo } from "../../contract/index.ts";

/** A member as the API tells of one. */
export const mia: UserInfo = {
  uid: "mia",
  anonymous: 0,
  is_vip: false,
  vip_tier: 0,
  admin: 0,
  name: "Mia",
  avatar: null,
  email: "mia@example.test",
  vip_until: null,
  data_saver: false,
  recommending: true,
};

/** A guest as the API tells of one. */
export const guest: UserInfo = { ...mia, uid: "guest", anonymous: 1, name: null, email: null };
