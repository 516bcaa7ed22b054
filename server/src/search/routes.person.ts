import { search } from '@bitquay/contract/search'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { findForPerson } from './find-for-person.ts'

export const searchRoute = (deps: Deps) => route(search, ({ person, query }) => findForPerson(deps, person, query.q))
