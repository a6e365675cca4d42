/** Accounts of the journeys. Not those of the demo, which a start without DEMO removes. */
export const accounts = {
  admin: { email: "admin@journey.test", password: "journey-admin", name: "Ada", admin: 3, vip: true },
  vip: { email: "vip@journey.test", password: "journey-vip", name: "Vera", admin: 0, vip: true },
  user: { email: "user@journey.test", password: "journey-user", name: "Uli", admin: 0, vip: false },
};
