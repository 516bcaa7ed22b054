import { imageTypes, mostImageBytes } from '@bitquay/contract/brands'
import type { Till } from '@bitquay/contract/tills'
import { ImageOff, ImagePlus } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRemovePicture, useTills, useUploadPicture } from './use-tills.ts'

type Props = { till: Till; itemId: number; name: string }

/** Adds or removes the picture of an item. It takes effect as soon as it is chosen. */
export const ItemPicture = ({ till, itemId, name }: Props) => {
  const upload = useUploadPicture(till.id, itemId)
  const removal = useRemovePicture(till.id, itemId)
  const input = useRef<HTMLInputElement>(null)
  // The form keeps the till as it was when it opened.
  const { data: tills = [] } = useTills()
  const item = tills.find(({ id }) => id === till.id)?.items.find(({ id }) => id === itemId)
  const fail = (description: string) => toast({ kind: 'bad', title: t.errorToast, description })
  const onError = (error: unknown) => fail(messageOf(error, t.pictureFailed))
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (file.size > mostImageBytes) return fail(t.pictureTooLarge)
    upload.mutate(file, { onError })
  }
  if (item?.imageUrl) {
    return (
      <IconButton label={t.removePicture({ name })} onClick={() => removal.mutate(undefined, { onError })}>
        <ImageOff className="ico" aria-hidden="true" />
      </IconButton>
    )
  }
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept={imageTypes.join(',')}
        aria-label={t.addPicture({ name })}
        tabIndex={-1}
        onChange={choose}
      />
      <IconButton label={t.addPicture({ name })} onClick={() => input.current?.click()}>
        <ImagePlus className="ico" aria-hidden="true" />
      </IconButton>
    </>
  )
}
