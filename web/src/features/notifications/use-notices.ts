import {
  changeNotificationSettings,
  getNotificationSettings,
  listOwnNotifications,
  type NoticeKind,
  type NoticeSetting,
  readNotification,
  readNotifications,
} from '@bitquay/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

/** The event stream says when there is something new; the interval makes up for a stream that is lost. */
export const useNotices = () => useQuery({ ...queryOf(listOwnNotifications), refetchInterval: 60_000 })

export const useReadNotice = () =>
  useAction({
    mutationFn: (id: number) => ask(readNotification, { params: { id } }),
    rereads: [listOwnNotifications],
  })

export const useReadNotices = () =>
  useAction({
    mutationFn: (upTo: number) => ask(readNotifications, { body: { upTo } }),
    rereads: [listOwnNotifications],
  })

export const useNoticeSettings = () => useQuery(queryOf(getNotificationSettings))

type Change = { kind: NoticeKind; email?: boolean; bell?: boolean }

/** Shows a change at once. A refused one is undone, because the settings are read again. */
export const useChangeNoticeSettings = () => {
  const queryClient = useQueryClient()
  const queryKey = keyOf(getNotificationSettings)
  return useAction({
    mutationFn: (change: Change) => ask(changeNotificationSettings, { body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (before?: NoticeSetting[]) =>
        before?.map((setting) => (setting.kind === change.kind ? { ...setting, ...change } : setting)),
      )
    },
    rereads: [getNotificationSettings],
  })
}
