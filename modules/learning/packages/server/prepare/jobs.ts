/** Preparing a package: its archive is read, checked and laid out once, in the background. */
import { Body, Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { prepare } from './prepare.ts'

export const preparePackage = job({
  name: 'packages.prepare',
  payload: Body({ packageId: Id }),
  outside: true,
  run: (db, { packageId }, context) => prepare(db, packageId, context),
})
