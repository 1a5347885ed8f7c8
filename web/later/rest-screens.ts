/** The screens with which few visits begin, a file of their own. */
import { webModules } from '../modules.ts'
import { laterPart } from '../part-of.ts'

export const restScreens = webModules.map((module) => laterPart(module, 'rest'))
