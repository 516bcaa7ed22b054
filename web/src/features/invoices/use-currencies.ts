import { listCurrencies } from '@bitquay/contract/prices'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** The currencies to choose from. The chosen one is always there, also while the list loads. */
export const useCurrencies = (chosen: string): string[] => {
  const { data } = useQuery(queryOf(listCurrencies, {}))
  const codes = data?.map(({ code }) => code) ?? []
  return codes.includes(chosen) ? codes : [chosen, ...codes]
}
