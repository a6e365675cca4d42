/** The address of a collection's page; without a cursor that of its first part. */
export function collectionUrl({ id, cursor }: { id: string; cursor?: string | undefined }): string {
  return `/page/collection/${id}${cursor ? `?cursor=${cursor}` : ""}`;
}
