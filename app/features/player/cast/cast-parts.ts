/** What the first tap on the cast button loads. */
export { openGoogleSender as openSender } from "./google-sender.ts";
export { playOnReceiver } from "./play-on-receiver.ts";
