/** The address of a person's page; without a cursor that of its first part. */
export function personUrl({ id, cursor }: { id: string; cursor?: string | undefined }): string {
  return `/page/person/${id}${cursor ? `?cursor=${cursor}` : ""}`;
}

/** The cursor in an address; undefined if there is none, or it is no cursor of ours. */
export function cursorOf(search: URLSearchParams): string | undefined {
  return /^[\w-]{1,512}$/.exec(search.get("cursor") ?? "")?.[0];
}
