import type { TillItem } from '@bitquay/contract/tills.items'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { PictureInput } from '../../frame/picture-input.tsx'
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
  const picture = imageUrl ? <img src={imageUrl} alt="" /> : <ImagePlus className="ico" aria-hidden="true" />
  const looks = classNames('item-shot centered', !imageUrl && 'none')
  if (!mayChange) return <span className={looks}>{picture}</span>
  return (
    <>
      <PictureInput
        input={input}
        label={t.pictureFile({ name })}
        onPicture={(file) => upload.mutate(file, { onError: (error) => fail(messageOf(error, t.pictureFailed)) })}
        onTooLarge={() => fail(t.pictureTooLarge)}
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
