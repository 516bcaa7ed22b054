/** One page of a list. Without a cursor it is the last. */
export type Page<Row> = { data: Row[]; nextCursor: string | undefined }

/** Every row of every page. Each page is read only when its first row is needed. */
export async function* walk<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor)
    yield* page.data
    if (page.nextCursor === undefined) return
    cursor = page.nextCursor
  }
}
