/** Catalog: no calls of its own. What it holds is said through the calls of the modules that own the content. */
import { contract } from '#kit/contract.ts'

export const catalog = contract({})
