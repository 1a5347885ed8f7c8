/** Two companies with rows in every table: what one of them is never to see of the other. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import type { SampleCompany as SampleOf, SampleValues } from '#server/sample-company.ts'
import { sampleRows } from './sample-rows.ts'

export interface SampleCompany extends SampleOf {
  readonly chief: BuiltMember
  readonly learner: BuiltMember
}

interface ModuleSample {
  readonly buildSample?: (db: Connection, company: SampleOf) => Promise<void>
  readonly sampleValues?: (company: SampleOf) => SampleValues
}

async function moduleSamples(): Promise<ModuleSample[]> {
  const files = moduleOrder.map((module) =>
    join(import.meta.dirname, '../..', moduleFolder(module), 'server/sample.ts'),
  )
  return Promise.all(files.filter((file) => existsSync(file)).map((file) => import(file) as Promise<ModuleSample>))
}

export async function buildSampleCompany(db: Connection, marker: string, now: number): Promise<SampleCompany> {
  const companyId = await buildCompany(db, `${marker} company`, now)
  const organizationId = await buildOrganization(db, { companyId, parentId: companyId, name: `${marker} branch`, now })
  const chief = await buildMember(db, {
    companyId,
    roles: ['super-admin'],
    fullName: `${marker} chief`,
    name: `${marker}-c`,
    now,
  })
  const learner = await buildMember(db, {
    companyId,
    organizationId,
    fullName: `${marker} learner`,
    name: `${marker}-l`,
    now,
  })
  const company = { companyId, organizationId, chief, learner, marker, now }
  const samples = await moduleSamples()
  for (const { buildSample } of samples) await buildSample?.(db, company)
  const values = Object.assign({}, ...samples.map(({ sampleValues }) => sampleValues?.(company)))
  await sampleRows(db as unknown as RootDatabase, company, values)
  return company
}
