import { type CorrectableField, correctableFields } from '@bitquay/contract/applications.requests'
import { Check } from 'lucide-react'
import { type BadgeShape, Block } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { fieldNames, type ReviewField } from './field-names.ts'
import * as t from './messages.ts'
import { countRequirements, type Requirement, type RequirementGroup, type RequirementState } from './requirements.ts'

type RequirementCardProps = {
  group: RequirementGroup
  picked: readonly CorrectableField[]
  /** Without it nothing can be asked, as for a decided application. */
  onPick: ((field: CorrectableField) => void) | undefined
}

/** Some fields of an application, each with what a review says about it. */
export const RequirementCard = ({ group: { title, requirements }, picked, onPick }: RequirementCardProps) => {
  const { met, total } = countRequirements(requirements)
  return (
    <Card title={title} note={t.groupComplete({ met: String(met), total: String(total) })} bare aria-label={title}>
      <ul>
        {requirements.map((requirement) => (
          <Row
            key={requirement.field}
            requirement={requirement}
            isPicked={picked.some((field) => field === requirement.field)}
            onPick={onPick}
          />
        ))}
      </ul>
    </Card>
  )
}

const shapes: Record<RequirementState, { shape: BadgeShape; word: string; tone?: string }> = {
  met: { shape: 'solid', word: t.met, tone: 'ok' },
  'to-clarify': { shape: 'dashed', word: t.toClarify, tone: 'wait' },
  missing: { shape: 'crossed', word: t.missing, tone: 'bad' },
  optional: { shape: 'open', word: t.optional },
}

type RowProps = { requirement: Requirement; isPicked: boolean; onPick: RequirementCardProps['onPick'] }

const Row = ({ requirement, isPicked, onPick }: RowProps) => {
  const { field, value, state, reason } = requirement
  const { shape, word, tone } = shapes[state]
  return (
    <li
      className={classNames(
        'requirement stack at-top gap-y-1 gap-x-4 ruled',
        tone && `tone-${tone}`,
        isPicked && 'is-picked',
      )}
    >
      <Block shape={shape} />
      <span className="name muted">
        {fieldNames[field]} <span className="sr-only">{word}</span>
      </span>
      <span className="value breaks">
        <Value field={field} value={value} state={state} />
      </span>
      {onPick && isCorrectable(field) && (state !== 'met' || isPicked) && (
        <Button
          size="sm"
          variant={isPicked ? 'line' : 'ghost'}
          aria-pressed={isPicked}
          aria-label={t.askFor({ field: fieldNames[field] })}
          icon={isPicked && <Check className="ico" aria-hidden="true" />}
          onClick={() => onPick(field)}
        >
          {isPicked ? t.asking : t.ask}
        </Button>
      )}
      {reason && (
        <span className={`why small breaks ${state === 'met' || !tone ? 'muted' : `medium text-${tone}`}`}>
          {reason}
        </span>
      )}
    </li>
  )
}

const isCorrectable = (field: ReviewField): field is CorrectableField =>
  correctableFields.some((correctable) => correctable === field)

const Value = ({ field, value, state }: Pick<Requirement, 'field' | 'value' | 'state'>) => {
  if (!value) return <span className="muted">{state === 'missing' ? t.missing : t.notProvided}</span>
  if (field === 'businessName') return <b className="strong">{value}</b>
  return field === 'website' ? <Website address={value} /> : value
}

/** Applicants write it, so it opens in a new tab, sends no referrer, and is a link only if it is a web address. */
const Website = ({ address }: { address: string }) =>
  /^https?:\/\//i.test(address) ? (
    <a className="link" href={address} target="_blank" rel="noreferrer noopener nofollow">
      {address}
    </a>
  ) : (
    address
  )
