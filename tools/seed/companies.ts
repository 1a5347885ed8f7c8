/** The companies of the demo data with their organizations, members and roles: rows, made without a database. */
import { defaultTimeZone } from '#kit/time-zone.ts'
import { PASSWORD_WRONG } from '#modules/platform/identity/contract/codes.ts'
import { type Chance, chanceOf, idOf } from './chance.ts'
import { type OrganizationPlan, type PersonPlan, people } from './content.ts'
import type { Row } from './rows.ts'

const dayMs = 86_400_000

export const demoCompanyId = idOf('company')
export const otherCompanyId = idOf('other company')

export interface DemoMember {
  readonly id: string
  readonly key: string
  readonly companyId: string
  readonly organizationId: string
  /** The organization's key in people.json. */
  readonly organization: string
  readonly fullName: string
  readonly name: string
  readonly sex: 1 | 2
  readonly position: string
  readonly job: string
  readonly hiredAt: number
}

export const memberIdOf = (key: string): string => idOf(`member ${key}`)
const organizationIdOf = (key: string): string => (key === 'company' ? demoCompanyId : idOf(`organization ${key}`))

interface PlacedOrganization {
  readonly plan: OrganizationPlan
  readonly parentKey: string
  readonly sort: number
}

/** Parents before children. */
function placedOrganizations(): PlacedOrganization[] {
  return people.company.organizations.flatMap((plan, sort) => [
    { plan, parentKey: 'company', sort },
    ...(plan.children ?? []).map((child, childSort) => ({ plan: child, parentKey: plan.key, sort: childSort })),
  ])
}

const leaves = placedOrganizations().filter(({ plan }) => plan.weight !== undefined)

function pickLeaf(chance: Chance): OrganizationPlan {
  let left = chance.next() * leaves.reduce((sum, { plan }) => sum + (plan.weight ?? 0), 0)
  for (const { plan } of leaves) {
    left -= plan.weight ?? 0
    if (left < 0) return plan
  }
  throw new RangeError('weights are not positive')
}

function accountName(written: string, taken: Set<string>): string {
  let name = written
  for (let number = 2; taken.has(name); number++) name = `${written}${number}`
  taken.add(name)
  return name
}

/** People who are named in people.json, then invented ones up to the number of the company's members. */
export function demoMembers(now: number): DemoMember[] {
  const chance = chanceOf('members')
  const taken = new Set([...people.people, ...people.otherCompany.people].map((person) => person.name))
  const seen = new Set(people.people.map((person) => person.fullName))
  const hiredAt = (daysMin: number, daysMax: number) => now - chance.whole(daysMin, daysMax) * dayMs
  const placed = (person: Omit<PersonPlan, 'roles'>, hired: number): DemoMember => ({
    ...person,
    id: memberIdOf(person.key),
    companyId: demoCompanyId,
    organizationId: organizationIdOf(person.organization),
    hiredAt: hired,
  })
  const members = people.people.map((person) => placed(person, hiredAt(400, 3600)))
  const headed = new Set(members.filter(({ position }) => position === '部门经理').map((member) => member.organization))
  while (members.length < people.company.memberCount) {
    const sex = chance.isTrue(0.54) ? 1 : 2
    const [surname, surnameRead] = chance.pick(Object.entries(people.surnames))
    const [given, givenRead] = chance.pick(Object.entries(sex === 1 ? people.maleNames : people.femaleNames))
    const fullName = surname + given
    if (seen.has(fullName)) continue
    seen.add(fullName)
    const headless = leaves.find(({ plan }) => !headed.has(plan.key))?.plan
    if (headless) headed.add(headless.key)
    const plan = headless ?? pickLeaf(chance)
    const position = headless ? '部门经理' : chance.pick(['专员', '专员', '专员', '高级专员', '高级专员', '助理'])
    const key = `${members.length}`
    const job = headless ? `${plan.name}经理` : chance.pick(plan.jobs ?? ['专员'])
    const name = accountName(`${surnameRead}${givenRead}`, taken)
    const hired = chance.isTrue(0.12) ? hiredAt(3, 80) : hiredAt(90, 3200)
    members.push(placed({ key, fullName, name, sex, organization: plan.key, position, job }, hired))
  }
  return members
}

/** The head of the next organization above, who is not the member. */
function superiorOf(member: DemoMember, members: readonly DemoMember[]): string | null {
  const parents = new Map(placedOrganizations().map(({ plan, parentKey }) => [plan.key, parentKey]))
  const ranks = ['总经理', '中心总监', '部门经理']
  for (let key: string | undefined = member.organization; key !== undefined; key = parents.get(key)) {
    const head = members.find((other) => other.organization === key && ranks.includes(other.position))
    if (head && head.id !== member.id) return head.id
  }
  return null
}

/** Numbers of a block that no operator has: nobody gets a message from a demonstration. */
const phoneOf = (number: number) => `154000${String(number).padStart(5, '0')}`

const positionIdOf = (companyId: string, name: string) => idOf(`position ${companyId} ${name}`)

function organizationRows(now: number): { organizations: Row[]; ancestors: Row[] } {
  const founded = now - 3650 * dayMs
  const rows = [
    { id: demoCompanyId, company_id: demoCompanyId, parent_id: null, name: people.company.name, code: null, sort: 0 },
    {
      id: otherCompanyId,
      company_id: otherCompanyId,
      parent_id: null,
      name: people.otherCompany.name,
      code: null,
      sort: 0,
    },
    ...placedOrganizations().map(({ plan, parentKey, sort }) => ({
      id: organizationIdOf(plan.key),
      company_id: demoCompanyId,
      parent_id: organizationIdOf(parentKey),
      name: plan.name,
      code: plan.key.toUpperCase(),
      sort,
    })),
  ]
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  const ancestors = rows.flatMap((row) => {
    const line: Row[] = []
    for (let id: string | null | undefined = row.id; id; id = parents.get(id)) {
      line.push({ organization_id: row.id, ancestor_id: id, depth: line.length })
    }
    return line
  })
  return { organizations: rows.map((row) => ({ ...row, created_at: founded })), ancestors }
}

function memberRow(
  member: DemoMember,
  index: number,
  rest: { superiorId: string | null; domain: string; prefix: string },
) {
  const chance = chanceOf(`member ${member.id}`)
  const hired = new Date(member.hiredAt).toISOString().slice(0, 10)
  return {
    id: member.id,
    company_id: member.companyId,
    organization_id: member.organizationId,
    name: member.name,
    full_name: member.fullName,
    staff_number: `${rest.prefix}${String(index + 1).padStart(5, '0')}`,
    phone: phoneOf(index + 1 + (member.companyId === demoCompanyId ? 0 : 90_000)),
    email: `${member.name}@${rest.domain}`,
    sex: member.sex,
    position_id: positionIdOf(member.companyId, member.position),
    job_name: member.job,
    person_type: member.job.includes('采购') ? 2 : 1,
    avatar_path: `avatars/0-${chance.whole(0, 2) * 2 + member.sex}.png`,
    bio: '',
    hired_on: hired,
    superior_id: rest.superiorId,
    // A few have left or are on a long leave. Accounts that are named anywhere stay.
    enabled: !(/^\d+$/.test(member.key) && chance.isTrue(0.02)),
    created_at: member.hiredAt,
    updated_at: member.hiredAt,
  }
}

function grantRows(members: readonly DemoMember[], now: number): Row[] {
  const grants = people.people.flatMap((person) =>
    person.roles.map(({ role, organization }) => ({ key: person.key, role: role as string, organization })),
  )
  const chance = chanceOf('grants')
  const others = members.filter((member) => /^\d+$/.test(member.key) && member.position !== '部门经理')
  const more = [
    'class-teacher',
    'class-staff',
    'class-staff',
    'proctor',
    'proctor',
    'grader',
    'grader',
    'expert',
    'expert',
  ]
  for (const role of more) grants.push({ key: chance.pick(others).key, role, organization: 'company' })
  const unique = new Map(grants.map((grant) => [`${grant.key} ${grant.role} ${grant.organization}`, grant]))
  return [...unique].map(([name, { key, role, organization }]) => ({
    id: idOf(`grant ${name}`),
    company_id: demoCompanyId,
    member_id: memberIdOf(key),
    role,
    organization_id: organizationIdOf(organization),
    enabled: true,
    granted_by: memberIdOf('guanli'),
    granted_at: now - 300 * dayMs,
  }))
}

function otherMembers(now: number): DemoMember[] {
  return people.otherCompany.people.map((person) => ({
    ...person,
    id: memberIdOf(person.key),
    companyId: otherCompanyId,
    organizationId: otherCompanyId,
    organization: 'other',
    hiredAt: now - 500 * dayMs,
  }))
}

/** Rows by table, in the order in which they can be inserted. */
export function companyRows(now: number, passwordHash: string): [table: string, rows: Row[]][] {
  const members = demoMembers(now)
  const others = otherMembers(now)
  const { organizations, ancestors } = organizationRows(now)
  const { company, otherCompany } = people
  // Superiors first: the table refers to itself, and one statement checks at its end, so the order is free.
  const memberRows = [
    ...members.map((member, index) =>
      memberRow(member, index, {
        superiorId: superiorOf(member, members),
        domain: company.mailDomain,
        prefix: company.staffPrefix,
      }),
    ),
    ...others.map((member, index) =>
      memberRow(member, index, {
        superiorId: index === 0 ? null : (others[0]?.id ?? null),
        domain: otherCompany.mailDomain,
        prefix: otherCompany.staffPrefix,
      }),
    ),
  ]
  const founded = now - 3650 * dayMs
  const companies = [demoCompanyId, otherCompanyId]
  const topics = people.topics.map((name, sort) => ({
    id: idOf(`topic ${name}`),
    company_id: demoCompanyId,
    name,
    sort,
  }))
  const interests = members.flatMap((member) => {
    const chance = chanceOf(`topics ${member.id}`)
    const chosen = new Set(Array.from({ length: chance.whole(0, 4) }, () => chance.pick(topics).id))
    return [...chosen].map((topicId) => ({ member_id: member.id, topic_id: topicId, company_id: demoCompanyId }))
  })
  const otherGrants = people.otherCompany.people.flatMap((person) =>
    person.roles.map((role) => ({
      id: idOf(`grant ${person.key} ${role}`),
      company_id: otherCompanyId,
      member_id: memberIdOf(person.key),
      role: role as string,
      organization_id: otherCompanyId,
      enabled: true,
      granted_by: null,
      granted_at: now - 300 * dayMs,
    })),
  )
  return [
    // The demo company is the older one: its name stands on the sign-in page.
    [
      'identity.company',
      companies.map((id, index) => ({ id, time_zone: defaultTimeZone, created_at: founded + index })),
    ],
    ['identity.organization', organizations],
    ['identity.organization_ancestor', ancestors],
    [
      'identity.position',
      companies.flatMap((id) =>
        people.positions.map((name) => ({ id: positionIdOf(id, name), company_id: id, name, created_at: founded })),
      ),
    ],
    ['identity.member', memberRows],
    [
      'identity.credential',
      memberRows.map(({ id, created_at }) => ({
        member_id: id,
        password_hash: passwordHash,
        password_changed_at: created_at,
        change_needed: false,
        wrong_passwords: 0,
      })),
    ],
    ['identity.role_grant', [...grantRows(members, now), ...otherGrants]],
    ['identity.topic', topics],
    ['identity.member_topic', interests],
    ['identity.sign_in_record', signInRows(members, now)],
    [
      'settings.rule_config',
      [
        {
          company_id: demoCompanyId,
          key: 'ADMIN_LOGO',
          value: { logoPath: '', primaryColor: '', platformName: company.platformName },
          updated_by: memberIdOf('guanli'),
          updated_at: now - 200 * dayMs,
        },
        {
          company_id: demoCompanyId,
          key: 'ORDER_CONFIG',
          // Coins pay up to 30 % of an order in RMB.
          value: {
            ...{ payMinutes: 30, refundDays: 7, receiveDays: 15, approvalFrom: 0 },
            ...{ coinsPerYuan: 1, coinSharePercent: 30 },
          },
          updated_by: memberIdOf('guanli'),
          updated_at: now - 20 * dayMs,
        },
      ],
    ],
  ]
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
]

/** Two weeks of signing in, some of it with a slip of the finger. */
function signInRows(members: readonly DemoMember[], now: number): Row[] {
  const chance = chanceOf('sign-ins')
  return Array.from({ length: 320 }, (_, index) => {
    const member = chance.pick(members)
    const succeeded = chance.isTrue(0.93)
    const days = chance.whole(0, 13)
    return {
      id: idOf(`sign-in ${index}`),
      company_id: demoCompanyId,
      member_id: member.id,
      method: chance.isTrue(0.85) ? 'password' : 'sms',
      succeeded,
      error_code: succeeded ? null : PASSWORD_WRONG.code,
      ip: `10.20.${chance.whole(1, 9)}.${chance.whole(2, 250)}`,
      user_agent: chance.pick(browsers),
      at: now - days * dayMs - chance.whole(60_000, 9 * 3_600_000),
    }
  })
}
