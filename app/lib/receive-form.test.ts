import { expect, test } from "vitest";
import { FormRefused, receiveForm } from "./receive-form.server.ts";

const most = 1000;
const receive = (form: FormData) =>
  receiveForm(new Request("http://x.test/", { method: "POST", body: form }), { maxFileBytes: most });
function formWith(file: Uint8Array<ArrayBuffer>, name = "a.png"): FormData {
  const form = new FormData();
  form.append("text", "Zeile 1\r\nZeile 2 ✓");
  form.append("file", new Blob([file], { type: "image/png" }), name);
  form.append("after", "still read");
  return form;
}

test("fields and a file are read", async () => {
  const { text, file, tooLarge } = await receive(formWith(new Uint8Array(most).fill(7)));
  expect(text("text")).toBe("Zeile 1\nZeile 2 ✓");
  expect(text("after")).toBe("still read");
  expect(text("file")).toBe("");
  expect(text("nothing")).toBe("");
  expect(tooLarge).toBe(false);
  expect(new Uint8Array(await file!.arrayBuffer())).toEqual(new Uint8Array(most).fill(7));
});

test("a file that is too large is passed over, and nothing typed is lost", async () => {
  const { text, file, tooLarge } = await receive(formWith(new Uint8Array(most + 1)));
  expect({ file, tooLarge }).toEqual({ file: null, tooLarge: true });
  expect(text("after")).toBe("still read");
});

test("where no file was chosen there is none", async () => {
  expect(await receive(formWith(new Uint8Array(), ""))).toMatchObject({ file: null, tooLarge: false });
});

test("what is no form, has too many fields, or never ends is refused", async () => {
  const many = new FormData();
  for (let field = 0; field < 50; field++) many.append(`f${field}`, "x");
  await expect(receive(many)).rejects.toThrow(FormRefused);
  await expect(receive(formWith(new Uint8Array(most * 9)))).rejects.toThrow(FormRefused);
  const body = (type: string, text: string) =>
    receiveForm(
      new Request("http://x.test/", { method: "POST", body: text, headers: { "Content-Type": type } }),
      { maxFileBytes: most },
    );
  await expect(body("application/json", "{}")).rejects.toThrow(FormRefused);
  await expect(body("multipart/form-data; boundary=x", "--y\r\n")).rejects.toThrow(FormRefused);
});

test("an endless body is not waited for, nor kept", async () => {
  let sent = 0;
  const head = new TextEncoder().encode(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
  );
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    pull(controller) {
      sent += 100;
      controller.enqueue(new Uint8Array(100));
    },
  });
  const request = new Request("http://x.test/", {
    method: "POST",
    body: stream,
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    duplex: "half",
  } as RequestInit);
  await expect(receiveForm(request, { maxFileBytes: most })).rejects.toThrow(FormRefused);
  expect(sent).toBeLessThan(most * 12);
});
