type Part = { name: string; csv: string; next: string | null };

/**
 * A CSV file that the API hands out in parts, as one download. It begins once the first part is there, so that a
 * refusal is still an error page; a part that fails later breaks the download off, and no half file looks whole.
 */
export async function csvParts(read: (cursor: string | null) => Promise<Part>): Promise<Response> {
  const first = await read(null);
  let next = first.next;
  let begun = false;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun) {
        begun = true;
        // Table programs take UTF-8 for what it is only with this mark in front.
        controller.enqueue(encoder.encode(`\uFEFF${first.csv}`));
      } else if (next !== null) {
        const part = await read(next);
        next = part.next;
        controller.enqueue(encoder.encode(part.csv));
      }
      if (next === null) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${first.name.replace(/[^\w.-]/g, "_")}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
