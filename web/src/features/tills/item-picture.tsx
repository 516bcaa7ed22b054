import { imageTypes, mostImageBytes } from '@bitquay/contract/brands'
import type { TillItem } from '@bitquay/contract/tills.items'
import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { classNames } from '../../ui/class-names.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useUploadPicture } from './use-tills.ts'

type Props = { item: Pick<TillItem, 'id' | 'name' | 'imageUrl'>; mayChange: boolean }

/** The picture of an item, and where another one is chosen. It takes effect at once. */
export const ItemPicture = ({ item: { id, name, imageUrl }, mayChange }: Props) => {
  const upload = useUploadPicture(id)
  const input = useRef<HTMLInputElement>(null)
  const fail = (description: string) => toast({ kind: 'bad', title: t.errorToast, description })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (file.size > mostImageBytes) return fail(t.pictureTooLarge)
    upload.mutate(file, { onError: (error) => fail(messageOf(error, t.pictureFailed)) })
  }
  const picture = imageUrl ? <img src={imageUrl} alt="" /> : <ImagePlus className="ico" aria-hidden="true" />
  const looks = classNames('item-shot centered', !imageUrl && 'none')
  if (!mayChange) return <span className={looks}>{picture}</span>
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept={imageTypes.join(',')}
        aria-label={t.pictureFile({ name })}
        tabIndex={-1}
        onChange={choose}
      />
      <button
        type="button"
        className={looks}
        aria-label={imageUrl ? t.changePicture({ name }) : t.addPicture({ name })}
        aria-busy={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {picture}
      </button>
    </>
  )
}
