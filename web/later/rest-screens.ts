/** The screens with which few visits begin, a file of their own. */
import { webModules } from '../modules.ts'
import { laterPart } from '../part-of.ts'

export default webModules.map((module) => laterPart(module, 'rest'))
