/** The address of a person's page; without a cursor that of its first part. */
export function personUrl({ id, cursor }: { id: string; cursor?: string | undefined }): string {
  return `/page/person/${id}${cursor ? `?cursor=${cursor}` : ""}`;
}
