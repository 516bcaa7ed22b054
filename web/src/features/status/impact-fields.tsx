import { incidentImpacts, type StatusComponent, statusComponents } from '@bitquay/contract/status'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { componentNames, stateBadges } from './component-names.ts'
import * as t from './messages.ts'
import type { Choices, Impact } from './use-impacts.ts'

type ImpactFieldsProps = {
  choices: Choices
  error: string | undefined
  choose: (component: StatusComponent, impact: Impact | undefined) => void
}

/** One choice for each component. */
export const ImpactFields = ({ choices, error, choose }: ImpactFieldsProps) => (
  <fieldset>
    <legend className="strong mb-2">{t.affected}</legend>
    <div className="stack columns-2 gap-3 phone-single">
      {statusComponents.map((component) => (
        <Field key={component} label={componentNames[component]}>
          <Select
            value={choices[component] ?? ''}
            onChange={({ target }) =>
              choose(
                component,
                incidentImpacts.find((impact) => impact === target.value),
              )
            }
          >
            <option value="">{t.notAffected}</option>
            {incidentImpacts.map((impact) => (
              <option key={impact} value={impact}>
                {stateBadges[impact].word}
              </option>
            ))}
          </Select>
        </Field>
      ))}
    </div>
    {error && (
      <div className="mt-3">
        <Notice kind="bad">{error}</Notice>
      </div>
    )}
  </fieldset>
)
