import { createContext, useContext } from 'react'
import type { WebModule } from './module.ts'

/** All modules of this client, for what the shell builds out of them: menus, guards, places for widgets. */
export const ModulesContext = createContext<readonly WebModule[]>([])

export function useModules(): readonly WebModule[] {
  return useContext(ModulesContext)
}
