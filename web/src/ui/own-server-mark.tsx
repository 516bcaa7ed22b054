import { Tag } from './badge.tsx'
import * as t from './messages.ts'

/** Beside figures that nothing of the platform's has seen. */
export const OwnServerMark = () => <Tag>{t.ownServer}</Tag>
