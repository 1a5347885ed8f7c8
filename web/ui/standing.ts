import { createContext } from 'react'

/** Whether what is shown here stays where it stands; false while answers may still push it down. */
export const Standing = createContext(true)
