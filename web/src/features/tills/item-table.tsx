import type { Till } from '@bitquay/contract/tills'
import type { TillItem } from '@bitquay/contract/tills.items'
import { readOptionText, toItemOptions } from '@bitquay/contract/tills.option-text'
import type { TaxRate } from '@bitquay/contract/tills.taxes'
import { Ellipsis, ImagePlus, Plus, Upload } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Price } from '../../frame/price.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Input, Select } from '../../ui/input.tsx'
import { Keys } from '../../ui/keys.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ItemPicture } from './item-picture.tsx'
import { ItemSheet } from './item-sheet.tsx'
import * as t from './messages.ts'
import { useAddItem, useChangeItem } from './use-tills.ts'

type Props = { till: Till; rates: readonly TaxRate[]; mayChange: boolean }

const shownAtFirst = 8
const fewLeft = 6

/** What the till sells. The last row is where the next item is typed. */
export const ItemTable = ({ till, rates, mayChange }: Props) => {
  const [all, setAll] = useState(false)
  const [editing, setEditing] = useState<number>()
  const [importing, setImporting] = useState(false)
  const nextName = useRef<HTMLInputElement>(null)
  const items = all ? till.items : till.items.slice(0, shownAtFirst)
  const edited = till.items.find(({ id }) => id === editing)
  return (
    <Card
      bare
      className="item-card"
      title={
        <>
          {t.itemsTitle} <span className="quiet">{till.items.length}</span>
        </>
      }
      note={
        mayChange && (
          <span className="cluster gap-2">
            <Button size="sm" icon={<Upload className="ico" aria-hidden="true" />} onClick={() => setImporting(true)}>
              {t.importCsv}
            </Button>
            <Button
              size="sm"
              icon={<Plus className="ico" aria-hidden="true" />}
              onClick={() => nextName.current?.focus()}
            >
              {t.addItem}
            </Button>
          </span>
        )
      }
      footer={
        <span className="across between full wraps gap-2">
          <span>
            {t.itemsShown({ shown: items.length, count: till.items.length })}{' '}
            {till.items.length > shownAtFirst && (
              <button type="button" className="link" onClick={() => setAll(!all)}>
                {all ? t.showFewer : t.showAll}
              </button>
            )}
          </span>
          {mayChange && (
            <span className="cluster gap-4 only-desk">
              <Keys names={[t.tabKey]}>{t.nextField}</Keys>
              <Keys names={[t.enterKey]}>{t.saveAndNext}</Keys>
            </span>
          )}
        </span>
      }
    >
      <table className="item-table" aria-label={t.itemsTitle}>
        <thead>
          <tr>
            <th scope="col">{t.itemPhoto}</th>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.itemOptions}</th>
            <th scope="col" className="num">
              {t.itemPrice}
            </th>
            <th scope="col" className="num">
              {t.itemTax}
            </th>
            <th scope="col" className="num">
              {t.itemStock}
            </th>
            <th scope="col" className="nowrap">
              {t.soldOut}
            </th>
            <th scope="col">
              <span className="sr-only">{t.more}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} till={till} item={item} mayChange={mayChange} onEdit={() => setEditing(item.id)} />
          ))}
          {mayChange && <NewRow till={till} rates={rates} nameRef={nextName} />}
        </tbody>
      </table>
      {edited && <ItemSheet till={till} item={edited} rates={rates} onClose={() => setEditing(undefined)} />}
      {importing && <ImportDialog till={till} onClose={() => setImporting(false)} />}
    </Card>
  )
}

type RowProps = { till: Till; item: TillItem; mayChange: boolean; onEdit: () => void }

const Row = ({ till, item, mayChange, onEdit }: RowProps) => {
  const change = useChangeItem(item.id)
  const { name, stock } = item
  // Without stock there is nothing to sell, whatever the switch says.
  const isEmpty = stock === 0
  return (
    <tr className={item.isSoldOut ? 'out' : undefined}>
      <td className="c-pic">
        <ItemPicture item={item} mayChange={mayChange} />
      </td>
      <td className="c-name strong">{name}</td>
      <td className="c-opt small muted">{summarize(item) || t.noOptions}</td>
      <td className="c-price num">
        <Price amount={item.price} currency={till.currency} />
      </td>
      <td className="c-tax num">{t.percent({ percent: item.tax?.percent ?? '0' })}</td>
      <td className={classNames('c-stock num small', stock !== null && stock <= fewLeft && stock > 0 && 'low')}>
        {stock === null ? <span className="quiet">{t.notCounted}</span> : t.stockLeft({ count: stock })}
      </td>
      <td className="c-out">
        <Switch
          label={t.soldOutOne({ name })}
          checked={item.isSoldOut}
          disabled={!mayChange || isEmpty || change.isPending}
          onChange={(isSoldOut) =>
            change.mutate(
              { isSoldOut },
              {
                onError: (error) =>
                  toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.itemFailed) }),
              },
            )
          }
        />
      </td>
      <td className="c-more">
        {mayChange && (
          <IconButton label={t.editItem({ name })} onClick={onEdit}>
            <Ellipsis className="ico" aria-hidden="true" />
          </IconButton>
        )}
      </td>
    </tr>
  )
}

/** "Milk, Size", or the choices of an option without a name. */
const summarize = ({ options }: TillItem) =>
  options.map(({ name, choices }) => name || choices.map((choice) => choice.name).join(', ')).join(', ')

const empty = { name: '', options: '', price: '', stock: '' }

type NewRowProps = { till: Till; rates: readonly TaxRate[]; nameRef: { current: HTMLInputElement | null } }

/** Enter saves the item and starts the next one. */
const NewRow = ({ till, rates, nameRef }: NewRowProps) => {
  const add = useAddItem()
  const [fields, setFields] = useState(empty)
  const [rate, setRate] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const chosenRate = rate ?? String(till.items.at(-1)?.tax?.id ?? rates[0]?.id ?? '')
  const set = (part: Partial<typeof empty>) => {
    setProblem(undefined)
    setFields({ ...fields, ...part })
  }
  const save = () => {
    const written = readOptionText(fields.options)
    if (!written) return setProblem(t.optionsWrong)
    const { name, price, stock } = fields
    add.mutate(
      {
        name,
        prices: [{ currency: till.currency as 'USD', amount: price.trim() }],
        options: toItemOptions(written, till.currency),
        taxRateId: chosenRate === '' ? null : Number(chosenRate),
        stock: stock === '' ? null : Number(stock),
      },
      {
        onSuccess: () => {
          setFields(empty)
          nameRef.current?.focus()
        },
        onError: (error) => setProblem(messageOf(error, t.itemFailed)),
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!add.isPending) save()
  }
  return (
    <>
      <tr className="add" onKeyDown={onKeyDown}>
        <td className="c-pic">
          <span className="item-shot none centered">
            <ImagePlus className="ico" aria-hidden="true" />
          </span>
        </td>
        <td className="c-name">
          <Input
            ref={nameRef}
            aria-label={t.newItemName}
            placeholder={t.newItem}
            maxLength={80}
            value={fields.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </td>
        <td className="c-opt">
          <Input
            aria-label={t.itemOptions}
            placeholder={t.optionsPlaceholder}
            maxLength={500}
            value={fields.options}
            onChange={({ target }) => set({ options: target.value })}
          />
        </td>
        <td className="c-price">
          <Input
            aria-label={t.itemPrice}
            placeholder={t.pricePlaceholder}
            inputMode="decimal"
            className="num"
            value={fields.price}
            onChange={({ target }) => set({ price: target.value })}
          />
        </td>
        <td className="c-tax">
          <Select aria-label={t.itemTax} value={chosenRate} onChange={({ target }) => setRate(target.value)}>
            <option value="">{t.percent({ percent: '0' })}</option>
            {rates.map(({ id, percent }) => (
              <option key={id} value={id}>
                {t.percent({ percent })}
              </option>
            ))}
          </Select>
        </td>
        <td className="c-stock">
          <Input
            aria-label={t.itemStock}
            placeholder={t.stockPlaceholder}
            inputMode="numeric"
            className="num"
            value={fields.stock}
            onChange={({ target }) => set({ stock: target.value.replace(/\D/g, '') })}
          />
        </td>
        <td className="c-save" colSpan={2}>
          <Button size="sm" busy={add.isPending} onClick={save}>
            {t.save}
          </Button>
        </td>
      </tr>
      {problem && (
        <tr className="problem">
          <td colSpan={8}>
            <p role="alert">{problem}</p>
          </td>
        </tr>
      )}
    </>
  )
}
