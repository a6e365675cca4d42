type Part = { name: string; csv: string; next: string | null };

/**
 * A CSV file that the API delivers in parts, as one download. It starts after the first part, so that a refusal still
 * shows an error page; a later failure breaks the download off, so that no half file looks complete.
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
        // Spreadsheet programs recognise UTF-8 only with this mark at the start.
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
