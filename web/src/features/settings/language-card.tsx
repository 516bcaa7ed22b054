import type { Answer } from '@bitquay/contract/call'
import { findLanguage, languageNames, languages } from '@bitquay/contract/languages'
import type { getSettings } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'

/** The language of customer pages for those whose own isn't known. A choice takes effect at once. */
export const LanguageCard = ({ settings }: { settings: Answer<typeof getSettings> }) => {
  const { mutate, isPending } = useChangeSettings()
  const mayChange = settings.role !== 'user'
  const change = (tag: string) =>
    mutate(
      { defaultLanguage: findLanguage(tag) ?? 'en' },
      {
        onSuccess: () => toast({ title: t.savedToast, description: t.saved }),
        onError: (error) =>
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.languageFailed) }),
      },
    )
  return (
    <Card>
      <Field label={t.otherLanguage} hint={mayChange ? undefined : t.languageOnlyManagers}>
        <Select
          value={settings.defaultLanguage}
          disabled={!mayChange || isPending}
          onChange={({ target }) => change(target.value)}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
      </Field>
    </Card>
  )
}
