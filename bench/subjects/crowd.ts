// People who sign in and change their picture, at a rate: <url> <order as JSON>. Prints the results when told to stop.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

export type CrowdOrder = {
  signInsPerS: number;
  avatarsPerS: number;
  accounts: { email: string; password: string }[];
  /** Session tokens of people who change their picture. */
  tokens: string[];
  /** A JPEG. */
  picture: string;
};
export type CrowdReport = {
  signedIn: number;
  busy: number;
  drawn: number;
  picturesBusy: number;
  other: string[];
};

const [url = "", text = "{}"] = process.argv.slice(2);
const order = JSON.parse(text) as CrowdOrder;
const picture = readFileSync(order.picture);
const report: CrowdReport = { signedIn: 0, busy: 0, drawn: 0, picturesBusy: 0, other: [] };

/** Each from another network: the limits per address are not the subject. */
const address = (n: number) => `${20 + (n % 200)}.${(n >> 8) % 250}.${n % 250}.7`;
async function post(path: string, body: BodyInit, headers: Record<string, string>) {
  const answer = await fetch(`${url}${path}`, { method: "POST", body, headers });
  return { status: answer.status, ...((await answer.json()) as { d: Record<string, string> }) };
}

async function signIn(n: number): Promise<void> {
  const body = JSON.stringify(order.accounts[n % order.accounts.length]);
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": address(n) };
  const { status } = await post("/api/identity/sign-in", body, headers);
  if (status === 200) report.signedIn += 1;
  else if (status === 503) report.busy += 1;
  else report.other.push(`sign-in ${status}`);
}

const forms = new Map<string, Promise<Record<string, string>>>();
async function formOf(authorization: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/oss/form?purpose=picture`, { headers: { authorization } });
  return ((await answer.json()) as { d: { form: Record<string, string> } }).d.form;
}

async function changePicture(n: number): Promise<void> {
  const authorization = `Bearer ${order.tokens[n % order.tokens.length]}`;
  if (!forms.has(authorization)) forms.set(authorization, formOf(authorization));
  const bytes = Buffer.concat([picture, randomBytes(16)]);
  const key = `${createHash("sha256").update(bytes).digest("hex")}.jpg`;
  const form = new FormData();
  for (const [name, value] of Object.entries(await forms.get(authorization)!)) form.append(name, value);
  form.append("key", key);
  form.append("file", new Blob([bytes]), key);
  const sent = await post("/oss/upload", form, {});
  if (sent.status !== 200) return void report.other.push(`upload ${sent.status}`);
  const headers = { authorization, "Content-Type": "application/json" };
  const { status } = await post("/api/profile/avatar", JSON.stringify({ key }), headers);
  if (status === 200) report.drawn += 1;
  else if (status === 503) report.picturesBusy += 1;
  else report.other.push(`avatar ${status}`);
}

/** Starts this many a second, whether or not earlier ones have been answered. */
function atRate(perS: number, work: (n: number) => Promise<void>): void {
  let n = 0;
  const failed = (error: Error) => void report.other.push(error.message);
  setInterval(() => void work(n++).catch(failed), 1_000 / perS);
}

atRate(order.signInsPerS, signIn);
atRate(order.avatarsPerS, changePicture);
console.log("working");
process.stdin
  .on("end", () => {
    console.log(JSON.stringify(report));
    process.exit();
  })
  .resume();
