import type { PaymentLink } from '@bitquay/contract/payment-links'
import { useRef } from 'react'
import { PictureInput } from '../../frame/picture-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRemovePicture, useUploadPicture } from './use-payment-links.ts'

type LinkPictureProps = { link: PaymentLink; mayChange: boolean }

/** The picture on the page of a link. Another one takes effect at once. */
export const LinkPicture = ({ link: { id, imageUrl }, mayChange }: LinkPictureProps) => {
  const upload = useUploadPicture(id)
  const remove = useRemovePicture(id)
  const input = useRef<HTMLInputElement>(null)
  const fail = (description: string) => toast({ kind: 'bad', title: t.errorToast, description })
  const onError = (error: unknown) => fail(messageOf(error, t.pictureFailed))
  return (
    <div className="stack gap-2">
      {imageUrl && <img className="link-picture" src={imageUrl} alt="" />}
      {mayChange && (
        <div className="flex wraps gap-2">
          <PictureInput
            input={input}
            label={t.pictureFile}
            onPicture={(file) => upload.mutate(file, { onError })}
            onTooLarge={() => fail(t.pictureTooLarge)}
          />
          <Button size="sm" busy={upload.isPending} onClick={() => input.current?.click()}>
            {imageUrl ? t.changePicture : t.addPicture}
          </Button>
          {imageUrl && (
            <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate(undefined, { onError })}>
              {t.removePicture}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
