/** The screens and the menu of the administration, a file of their own. */
import { webModules } from '../modules.ts'
import { laterPart } from '../part-of.ts'

export const adminScreens = webModules.map((module) => laterPart(module, 'admin'))
