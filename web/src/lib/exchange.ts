import type { Answer, Call } from '@bitquay/contract/call'
import { request, type SentArgs } from './api.ts'

export type PageOf<C extends Call> = { rows: Answer<C>; next: string | undefined }

/** A page of a list, with the cursor of the next one, which travels in a header. */
export const askPage = async <C extends Call>(call: C, ...[sent]: SentArgs<C>): Promise<PageOf<C>> => {
  const response = await request(call, sent)
  const next = response.headers.get('x-next-cursor') ?? undefined
  return { rows: (await response.json()) as Answer<C>, next }
}

/** A call that is made at most once for a key, however often it is sent. */
export const askOnce = async <C extends Call>(
  call: C,
  idempotencyKey: string,
  ...[sent]: SentArgs<C>
): Promise<Answer<C>> => {
  const response = await request(call, sent, { 'idempotency-key': idempotencyKey })
  return (await response.json()) as Answer<C>
}
