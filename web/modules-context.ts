import { createContext, useContext } from 'react'
import type { ShownModule } from './part-of.ts'

/** All modules of this client, with the screens that have come, for what the shell builds out of them: menus, guards, places for widgets. */
export const ModulesContext = createContext<readonly ShownModule[]>([])

export function useModules(): readonly ShownModule[] {
  return useContext(ModulesContext)
}
