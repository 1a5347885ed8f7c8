/** Advertisements of home pages, and contents on top: the calls. The entries are in contract/, one file for each noun. */
import { contract } from '#kit/contract.ts'
import { advertisementCalls } from './contract/advertisements.ts'
import { topContentCalls } from './contract/top-content.ts'

export const advertisements = contract({ ...advertisementCalls, ...topContentCalls })
