/**
 * The dependency law: which module may use which. A module reaches another only through its doors (`contract.ts`,
 * `server.ts`, `web.tsx`), and only where one of the two tables below says so. Each lists its keys in an order in which
 * it holds: a key names only keys above it, so there is no cycle. The check refuses an entry that no product code uses.
 */

/** District → the districts whose modules all of its modules may use. A district is a folder of modules/. */
export const districts = {
  /** What every company has: members, files, messages, rules, a ledger of coins. */
  platform: [],
  /** What every kind of content shares: its topics, its playback, and the progress of those who study it. */
  content: ['platform'],
  /** What looks over all modules: what is found, compared, recommended and reported. The modules above register their part. */
  insight: ['platform', 'content'],
  /** What is sold: what it costs, who has bought it, how it is paid. The modules above say what they sell. */
  commerce: ['platform', 'content'],
  community: ['platform', 'content', 'commerce'],
  /** What is asked and how an answer counts: exams, practice, and whatever asks questions. */
  assessment: ['platform', 'content', 'insight', 'commerce'],
  live: ['platform', 'content', 'insight', 'commerce', 'community'],
  learning: ['platform', 'content', 'insight', 'commerce', 'community', 'assessment', 'live'],
  portal: ['platform', 'content'],
  engagement: ['platform', 'content', 'commerce', 'community', 'learning'],
  training: ['platform', 'content', 'insight', 'commerce', 'assessment', 'learning', 'engagement'],
} as const satisfies Record<string, readonly string[]>

export type DistrictName = keyof typeof districts

/** District → its modules, each with the modules of the same district that it may use. */
export const modules = {
  platform: {
    settings: [],
    words: [],
    operations: [],
    identity: ['settings', 'words', 'operations'],
    files: ['operations', 'identity'],
    messages: ['words', 'operations', 'identity'],
    approvals: ['words', 'operations', 'identity', 'messages'],
    privacy: ['operations', 'identity', 'files', 'messages'],
    currency: ['settings', 'operations', 'identity', 'messages', 'approvals'],
  },
  content: {
    catalog: [],
    moderation: [],
    topics: ['catalog', 'moderation'],
    study: ['catalog'],
    submissions: [],
    playback: [],
  },
  insight: { search: [], rankings: [], recommendations: [], reports: [] },
  commerce: {
    entitlements: [],
    addresses: [],
    payments: [],
    redeem: [],
    invoices: ['addresses'],
    prices: ['entitlements'],
    coupons: ['entitlements', 'prices'],
    orders: ['entitlements', 'addresses', 'payments', 'invoices', 'prices', 'coupons'],
    cards: ['entitlements', 'prices', 'orders'],
    finance: ['entitlements', 'payments', 'invoices', 'prices', 'orders'],
    goods: ['entitlements', 'addresses', 'prices', 'orders'],
  },
  community: {
    following: [],
    pictures: [],
    community: ['following', 'pictures'],
    sharing: ['community'],
    contents: ['following', 'pictures', 'community', 'sharing'],
    columns: ['pictures', 'community', 'contents'],
    ask: ['following', 'community'],
    feed: ['following', 'community', 'contents', 'columns', 'ask'],
  },
  assessment: {
    questions: [],
    exercises: ['questions'],
    papers: ['questions'],
    exams: ['questions', 'papers'],
    practice: ['questions', 'exams'],
    surveys: [],
  },
  live: {
    engines: [],
    rooms: ['engines'],
    live: ['rooms'],
  },
  learning: {
    xapi: [],
    certificates: [],
    packages: ['xapi'],
    courses: ['certificates', 'packages'],
    subjects: ['certificates'],
    paths: ['certificates'],
    pushes: ['courses'],
  },
  portal: { notices: [], help: [], pages: [] },
  engagement: { lotteries: [], contests: [] },
  training: {
    lecturers: [],
    classrooms: [],
    external: [],
    classes: ['classrooms', 'lecturers'],
    homework: ['classes'],
    attendance: ['classes'],
    graduation: ['classes', 'attendance'],
    plans: ['classes'],
  },
} as const satisfies Record<DistrictName, Record<string, readonly string[]>>

type ModulesOf<D extends DistrictName> = D extends DistrictName ? keyof (typeof modules)[D] : never
export type ModuleName = ModulesOf<DistrictName>

const districtsInOrder = Object.keys(districts) as DistrictName[]

/** Every module, after all that it may use. */
export const moduleOrder = districtsInOrder.flatMap((district) => Object.keys(modules[district])) as ModuleName[]

const districtByModule = new Map<string, DistrictName>(
  districtsInOrder.flatMap((district) => Object.keys(modules[district]).map((module) => [module, district])),
)

/** The folder of a module from the root of the project: `modules/learning/courses`; undefined where there is none such. */
export function findModuleFolder(module: string): string | undefined {
  const district = districtByModule.get(module)
  return district && `modules/${district}/${module}`
}

/** As `findModuleFolder`, of a module that the graph names. */
export const moduleFolder = (module: ModuleName): string => `modules/${districtByModule.get(module)}/${module}`
