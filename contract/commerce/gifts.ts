import { z } from "zod";
import { get } from "../call.ts";
import { email, iso } from "../fields.ts";
import { orderNumber } from "./payment-models.ts";
import { longestGiftMessage } from "./values.ts";

/** How a gift is to reach who it is for. Without an address the buyer hands its code over. */
export const giftWishes = z.strictObject({
  email: email.optional(),
  /** Stands in the mail. */
  message: z.string().trim().max(longestGiftMessage).optional(),
  /** UTC day of the mail; left out = once it is paid. */
  deliverOn: z.iso.date().optional(),
});
export type GiftWishes = z.infer<typeof giftWishes>;

/** unpaid: no code yet · ready · redeemed · revoked: its payment went back, or an admin revoked the code */
export const giftState = z.enum(["unpaid", "ready", "redeemed", "revoked"]);

/** A gift, as its buyer and admins are told of it. */
export const giftFacts = z.strictObject({
  state: giftState,
  email: z.string().nullable(),
  message: z.string().nullable(),
  deliverOn: z.iso.date().nullable(),
  /** When its mail was sent. */
  mailedAt: iso.nullable(),
});

export const giftCalls = {
  "gift/read": get({
    access: "session",
    summary: "The gift that one of the caller's orders pays for, with its code once that is paid.",
    input: z.strictObject({ number: orderNumber }),
    output: giftFacts.extend({ code: z.string().nullable() }),
  }),
};
