import type { ComponentProps } from 'react'
import { messageOf } from '../lib/api-error.ts'
import { Button } from '../ui/button.tsx'
import { RowMessage } from '../ui/list-surface/row-message.tsx'
import { tryAgain } from '../ui/messages.ts'
import { DetailSheet } from '../ui/sheet.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

type RowSheetProps = ComponentProps<typeof DetailSheet> & {
  reading: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  notFound: string
}

/** The detail of a row that is read when it is opened. Its children are shown once the row is there. */
export const RowSheet = ({
  reading: { data, error, isFetching, refetch },
  notFound,
  children,
  ...sheet
}: RowSheetProps) => (
  <DetailSheet {...sheet}>
    {data !== undefined ? (
      children
    ) : error ? (
      <RowMessage
        alert
        title={messageOf(error, notFound)}
        actions={
          <Button busy={isFetching} onClick={() => void refetch()}>
            {tryAgain}
          </Button>
        }
      />
    ) : (
      <SkeletonLines lines={6} />
    )}
  </DetailSheet>
)
