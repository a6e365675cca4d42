/** Of the right form, and by no authenticator. */
const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" };

export const passkeyAnswer = {
  ...credential,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA", userHandle: null },
};

export const madePasskey = {
  ...credential,
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: ["internal"] },
};
