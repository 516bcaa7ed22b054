import { Outlet } from 'react-router'
import { useSession } from '../lib/session.ts'
import { NotFound } from './not-found.tsx'

/** Sends of money are not for a merchant's users with the role user. */
export const OnlyForManagers = () => (useSession()?.role === 'user' ? <NotFound /> : <Outlet />)
