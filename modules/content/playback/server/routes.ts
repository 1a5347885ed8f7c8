import type { Routes } from '#server/module.ts'
import type { playback } from '../contract.ts'

export const routes: Routes<unknown, typeof playback> = {}
