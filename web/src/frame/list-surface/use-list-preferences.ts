import type { ListName } from '@bitquay/contract/lists'
import type { Preferences, SavedView } from '@bitquay/contract/people'
import { messageOf } from '../../lib/api-error.ts'
import { useChangePreferences, usePreferences } from '../../lib/preferences.ts'
import { toast } from '../../ui/toast-store.ts'
import { errorToast } from '../messages.ts'
import * as t from './messages.ts'

/** What the person chose for one list, and for all of them. */
export const useListPreferences = (list: ListName) => {
  const { views, hiddenColumns, shortcuts, timeZone } = usePreferences()
  const { mutate } = useChangePreferences()
  const change = (next: Partial<Preferences>) =>
    mutate(next, {
      onError: (error) => toast({ kind: 'bad', title: errorToast, description: messageOf(error, t.saveFailed) }),
    })
  const isNamed = (name: string) => (view: SavedView) => view.list === list && view.name === name
  const otherThan = (name: string) => views.filter((view) => !isNamed(name)(view))
  return {
    views: views.filter((view) => view.list === list),
    /** A view of the same name is replaced. */
    saveView: (name: string, query: string) => change({ views: [...otherThan(name), { list, name, query }] }),
    removeView: (name: string) => change({ views: otherThan(name) }),
    hidden: hiddenColumns[list] ?? [],
    hideColumn: (name: string, hide: boolean) => {
      const others = (hiddenColumns[list] ?? []).filter((hidden) => hidden !== name)
      change({ hiddenColumns: { ...hiddenColumns, [list]: hide ? [...others, name] : others } })
    },
    shortcuts,
    setShortcuts: (on: boolean) => change({ shortcuts: on }),
    timeZone,
    setTimeZone: (zone: string | null) => change({ timeZone: zone }),
  }
}
