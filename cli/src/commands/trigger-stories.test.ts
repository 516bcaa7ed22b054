import { eventTypes } from '@bitquay/contract/webhooks.events'
import { expect, test } from 'vitest'
import { cliCommands } from '../../../web/src/content/docs/cli.ts'
import { trigger } from './trigger.ts'
import { stories, untriggerable } from './trigger-stories.ts'

test('every event can be triggered, or the help says why not', () => {
  const named = [...Object.keys(stories), ...untriggerable.flatMap(({ types }) => types)]
  expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual(eventTypes.toSorted((a, b) => a.localeCompare(b)))
  for (const type of eventTypes) expect(trigger.does).toContain(type)
})

test('the handbook lists the events that can be triggered', () => {
  const shown = cliCommands.find(({ name }) => name.startsWith('trigger'))?.does ?? ''
  for (const type of Object.keys(stories)) expect(shown).toContain(type)
})
