import * as calls from '@bitquay/contract/account-care'
import * as dataCalls from '@bitquay/contract/account-care'
import type { SentBody } from '@bitquay/contract/call'
import { getSettings } from '@bitquay/contract/merchants'
import { getMerchant, listMerchants } from '@bitquay/contract/merchants.admin'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { saveFile } from '../../lib/download.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export const useClosing = () => useQuery(queryOf(calls.getClosing))

export const useCloseAccount = () =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.closeAccount>) => ask(calls.closeAccount, { body }),
    rereads: [calls.getClosing, getSettings, '/api/merchant/balance'],
  })

const savePersonalData = (name: string, contents: unknown) =>
  saveFile(name, new Blob([JSON.stringify(contents, null, 2)], { type: 'application/json' }))

export const useExportMyData = () =>
  useAction({
    mutationFn: async () => savePersonalData('bitquay-my-data.json', await ask(dataCalls.exportMyData, {})),
  })

export const useExportMerchant = (id: number) =>
  useAction({
    mutationFn: async () =>
      savePersonalData(
        `bitquay-merchant-${id}.json`,
        await ask(dataCalls.exportPerson, { query: { kind: 'merchant', id: String(id) } }),
      ),
  })

export const useEraseAccount = () =>
  useAction({
    mutationFn: (body: SentBody<typeof dataCalls.eraseAccount>) => ask(dataCalls.eraseAccount, { body }),
  })

export const useEraseMerchant = (id: number) =>
  useAction({
    mutationFn: (proof: { twoFactorToken?: string }) =>
      ask(dataCalls.erasePerson, { body: { kind: 'merchant', id, ...proof } }),
    rereads,
  })

const rereads = [listMerchants, getMerchant]

export const useCloseMerchant = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.closeMerchant>) => ask(calls.closeMerchant, { params: { id }, body }),
    rereads,
  })

export const useReopenMerchant = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.reopenMerchant>) => ask(calls.reopenMerchant, { params: { id }, body }),
    rereads,
  })

const changeRereads = [...rereads, calls.getMerchantChange]

export const useMerchantChange = (id: number) => useQuery(queryOf(calls.getMerchantChange, { params: { id } }))

export const useStartRecovery = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.startRecovery>) => ask(calls.startRecovery, { params: { id }, body }),
    rereads: changeRereads,
  })

export const useStartEmailChange = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.startEmailChange>) =>
      ask(calls.startEmailChange, { params: { id }, body }),
    rereads: changeRereads,
  })

export const useStopMerchantChange = (id: number) =>
  useAction({
    mutationFn: () => ask(calls.stopMerchantChange, { params: { id } }),
    rereads: changeRereads,
  })

export const useAccountChange = () => useQuery(queryOf(calls.getAccountChange))

export const useStopAccountChange = () =>
  useAction({
    mutationFn: () => ask(calls.stopAccountChange, {}),
    rereads: [calls.getAccountChange, getSettings],
  })

/** What the link in an email stops. */
export const useStopLink = (token: string) =>
  useQuery({
    queryKey: ['stop-link', token],
    queryFn: ({ signal }) => ask(calls.viewStopLink, { body: { token }, signal }),
    retry: false,
  })

export const useStopByLink = (token: string) =>
  useAction({ mutationFn: () => ask(calls.stopByLink, { body: { token } }) })
