import { expect, test } from "vitest";
import { mailboxOf } from "./trial.ts";

test.each([
  ["ada@example.test", "ada@example.test"],
  ["Ada@Example.TEST", "ada@example.test"],
  ["ada+1@example.test", "ada@example.test"],
  ["ada+one+two@example.test", "ada@example.test"],
  ["a.da@example.test", "a.da@example.test"],
  ["a.d.a+1@gmail.com", "ada@gmail.com"],
  ["Ada@GoogleMail.com", "ada@gmail.com"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
  ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
  ["ａｄａ@example.test", "ada@example.test"],
  ["e\u0301va@example.test", "\u00e9va@example.test"],
  ["ada@example.test.", "ada@example.test"],
  // Without text before the plus, the plus belongs to the name.
  ["+ada@example.test", "+ada@example.test"],
  ["no address", "no address"],
])("%s reaches %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
