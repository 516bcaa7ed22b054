import { createContext, useContext } from 'react'
import type { Screen } from './screens.ts'

const CurrentScreen = createContext<Screen | undefined>(undefined)

/** Tells a page which row of the screen table it is shown for. */
export const CurrentScreenProvider = CurrentScreen.Provider

export const useCurrentScreen = () => useContext(CurrentScreen)
