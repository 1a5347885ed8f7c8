import { isIP } from 'node:net'
import path from 'node:path'
import { type FacesConfig, readFaces } from './config-faces.ts'
import { type LiveConfig, readLive } from './config-live.ts'
import { type PackagesConfig, readPackages } from './config-packages.ts'
import { type PaymentsConfig, readPayments } from './config-payments.ts'
import { type Environment, Reader } from './config-reader.ts'

export type { Environment } from './config-reader.ts'

/** The store of uploaded files. */
export type FilesConfig =
  | { store: 'disk'; directory: string }
  | {
      store: 's3'
      endpoint: string
      bucket: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      /** Parts of an upload that is still under way, and files being examined. */
      directory: string
    }

/** The transport of e-mail: SMTP, the console (development), or none. */
export type MailConfig =
  | { transport: 'smtp'; url: string; from: string }
  | { transport: 'console'; from: string }
  | { transport: 'off' }

/** The transport of text messages: a provider, the console (development), or none. */
export type SmsConfig =
  | {
      provider: 'aliyun'
      endpoint: string
      accessKeyId: string
      accessKeySecret: string
      signName: string
      templateCode: string
      /** For messages other than codes, with the parameter `title`; null: none are sent by SMS. */
      notificationTemplateCode: string | null
    }
  | { provider: 'console' }
  | { provider: 'off' }

/** The field that identifies a member in WeCom or DingTalk. */
export type MessengerUserId = 'name' | 'staff-number'

/** An application of WeCom that sends messages to its members. */
export type WecomConfig = {
  endpoint: string
  corpId: string
  secret: string
  agentId: number
  userId: MessengerUserId
  /** The companies whose members are its users; none: the first one of the installation. */
  companyIds: string[]
}

/** An application of DingTalk that sends work notifications. */
export type DingtalkConfig = {
  endpoint: string
  appKey: string
  appSecret: string
  agentId: number
  userId: MessengerUserId
  /** As of WeCom. */
  companyIds: string[]
}

/** Single sign-on with an OpenID Connect provider. */
export type OpenIdConnectConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The text on the sign-in page's button. */
  label: string
  /** The companies whose members it vouches for; none: the first one of the installation. */
  companyIds: string[]
}

/** Conversion programs: a path, a name to look for in PATH, or null if they are switched off. */
export type ProgramsConfig = { ffmpeg: string | null; soffice: string | null }

/** Every setting of the platform, checked. `.env.example` and docs/operations.md describe each one. */
export type Config = {
  environment: 'development' | 'production' | 'test'
  host: string
  port: number
  /** The address that links in e-mails, QR codes and sign-on redirects begin with; no slash at its end. */
  publicUrl: string
  /** Fastify's `trustProxy`: the proxies whose header may state the caller's address. */
  trustProxy: boolean | number | string[]
  logLevel: (typeof logLevels)[number]
  /** The bearer token with which `/metrics` is read; null: it answers this machine alone. */
  metricsToken: string | null
  dataDirectory: string
  /** null: the launcher starts the embedded PostgreSQL. */
  databaseUrl: string | null
  databasePoolSize: number
  /** A replica that large reports are read from; null: they read the database itself. */
  databaseReplicaUrl: string | null
  /** Whether an empty database is filled with the demonstration company. */
  demoData: boolean
  files: FilesConfig
  programs: ProgramsConfig
  mail: MailConfig
  sms: SmsConfig
  wecom: WecomConfig | null
  wecomEndpoint: string
  dingtalk: DingtalkConfig | null
  dingtalkEndpoint: string
  /** `host` or `host:port` inside the operator's own network that webhooks may lead to. */
  webhookAllowedHosts: string[]
  openIdConnect: OpenIdConnectConfig | null
  live: LiveConfig
  packages: PackagesConfig
  payments: PaymentsConfig
  faces: FacesConfig
}

/** Lists all problems of the settings. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'Settings come from the environment and from the file .env; .env.example describes each one.',
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** The exit code of a process that refuses its settings (EX_CONFIG): starting it again would not help. */
export const configExitCode = 78

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const environments = ['development', 'production', 'test'] as const
const projectDirectory = path.resolve(import.meta.dirname, '..')

/**
 * Reads and checks every setting. Pure: depends only on its argument. Throws ConfigError, which lists all problems
 * with variable, value and what is allowed.
 */
export function readConfig(env: Environment): Config {
  const read = new Reader(env)
  const environment = read.choice('NODE_ENV', environments, 'development')
  const port = read.integer('PORT', { lowest: 1, highest: 65535, otherwise: 8080 })
  const dataDirectory = path.resolve(projectDirectory, read.text('DATA_DIRECTORY') ?? 'data')
  const config: Config = {
    environment,
    port,
    host: read.host('HOST', '0.0.0.0'),
    publicUrl: read.origin('PUBLIC_URL') ?? `http://localhost:${port}`,
    trustProxy: readTrustProxy(read),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
    metricsToken: readMetricsToken(read),
    dataDirectory,
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']) ?? null,
    databaseReplicaUrl: read.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']) ?? null,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', { lowest: 1, highest: 500, otherwise: 20 }),
    demoData: read.choice('DEMO_DATA', ['on', 'off'], environment === 'production' ? 'off' : 'on') === 'on',
    files: readFiles(read, path.join(dataDirectory, 'files')),
    programs: {
      ffmpeg: readProgram(read, 'FFMPEG_PATH', environment === 'test' ? null : 'ffmpeg'),
      soffice: readProgram(read, 'SOFFICE_PATH', environment === 'test' ? null : 'soffice'),
    },
    mail: readMail(read, environment),
    sms: readSms(read, environment),
    wecom: readWecom(read),
    wecomEndpoint: read.origin('WECOM_ENDPOINT') ?? 'https://qyapi.weixin.qq.com',
    dingtalk: readDingtalk(read),
    dingtalkEndpoint: read.origin('DINGTALK_ENDPOINT') ?? 'https://oapi.dingtalk.com',
    webhookAllowedHosts: readAllowedHosts(read),
    openIdConnect: readOpenIdConnect(read),
    live: readLive(read, dataDirectory),
    packages: readPackages(read, port),
    faces: readFaces(read, environment === 'production'),
    payments: readPayments(read, environment === 'production', readCompanyIds(read, 'PAYMENT_COMPANY_IDS')),
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return config
}

function readTrustProxy(read: Reader): Config['trustProxy'] {
  const value = read.text('TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (!addresses.every(isAddressOrNetwork)) {
    read.refuse('TRUST_PROXY', 'true, false, a number of proxies, or addresses such as 10.0.0.0/8, separated by commas')
    return false
  }
  return addresses
}

function readMetricsToken(read: Reader): string | null {
  const token = read.text('METRICS_TOKEN')
  if (token !== undefined && !/^[\x21-\x7e]{16,200}$/.test(token))
    read.refuse('METRICS_TOKEN', '16 to 200 letters, digits and signs, without spaces')
  return token ?? null
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function readFiles(read: Reader, directory: string): FilesConfig {
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (read.choice('FILES_STORE', ['disk', 's3'], 'disk') === 'disk') {
    const given = [...s3, 'S3_REGION'].filter((name) => read.text(name) !== undefined)
    if (given.length > 0) read.problems.push(`${given.join(', ')} given without FILES_STORE=s3`)
    return { store: 'disk', directory }
  }
  read.require(s3, 'FILES_STORE=s3')
  return {
    store: 's3',
    endpoint: read.url('S3_ENDPOINT', ['https:', 'http:']) ?? '',
    bucket: read.text('S3_BUCKET') ?? '',
    region: read.text('S3_REGION') ?? 'us-east-1',
    accessKeyId: read.text('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: read.text('S3_SECRET_ACCESS_KEY') ?? '',
    directory,
  }
}

function readProgram(read: Reader, name: string, otherwise: string | null): string | null {
  const value = read.text(name)
  if (value === undefined) return otherwise
  if (value === 'off') return null
  if (!path.isAbsolute(value) && !/^[\w.-]+$/.test(value)) {
    read.refuse(name, 'off, an absolute path, or the name of a program in PATH')
  }
  return value
}

function readMail(read: Reader, environment: Config['environment']): MailConfig {
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = read.text('SMTP_FROM')
  if (from !== undefined && !/^[^<>@]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    read.refuse('SMTP_FROM', 'an e-mail address, also as: Name <address>')
  }
  if (url !== undefined) {
    read.require(['SMTP_FROM'], 'SMTP_URL')
    return { transport: 'smtp', url, from: from ?? '' }
  }
  if (from !== undefined) read.require(['SMTP_URL'], 'SMTP_FROM')
  if (environment === 'production') return { transport: 'off' }
  return { transport: 'console', from: 'shuyuan@localhost' }
}

function readSms(read: Reader, environment: Config['environment']): SmsConfig {
  const required = ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE_CODE'] as const
  const provider = read.choice(
    'SMS_PROVIDER',
    ['aliyun', 'console', 'off'],
    environment === 'production' ? 'off' : 'console',
  )
  if (provider !== 'aliyun') {
    const given = [...required, 'SMS_NOTIFICATION_TEMPLATE_CODE', 'SMS_ENDPOINT'].filter(
      (name) => read.text(name) !== undefined,
    )
    if (given.length > 0) read.problems.push(`${given.join(', ')} given without SMS_PROVIDER=aliyun`)
    if (provider === 'console' && environment === 'production') {
      read.refuse(
        'SMS_PROVIDER',
        'aliyun or off when NODE_ENV is production: the console would show sign-in codes in the log',
      )
    }
    return { provider }
  }
  read.require(required, 'SMS_PROVIDER=aliyun')
  return {
    provider,
    endpoint: read.url('SMS_ENDPOINT', ['https:', 'http:']) ?? 'https://dysmsapi.aliyuncs.com',
    accessKeyId: read.text('SMS_ACCESS_KEY_ID') ?? '',
    accessKeySecret: read.text('SMS_ACCESS_KEY_SECRET') ?? '',
    signName: read.text('SMS_SIGN_NAME') ?? '',
    templateCode: read.text('SMS_TEMPLATE_CODE') ?? '',
    notificationTemplateCode: read.text('SMS_NOTIFICATION_TEMPLATE_CODE') ?? null,
  }
}

const userIds = ['name', 'staff-number'] as const

function readCompanyIds(read: Reader, name: string): string[] {
  const ids = (read.text(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((id) => id.trim())
  const named = ids.filter((id) => id !== '')
  if (!named.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
    read.refuse(name, 'ids of companies, separated by commas')
  return named
}

function readWecom(read: Reader): WecomConfig | null {
  const required = ['WECOM_CORP_ID', 'WECOM_SECRET', 'WECOM_AGENT_ID'] as const
  const given = [...required, 'WECOM_USER_ID', 'WECOM_COMPANY_IDS'].filter((name) => read.text(name) !== undefined)
  if (given.length === 0) return null
  read.require(required, given.join(', '))
  return {
    endpoint: read.origin('WECOM_ENDPOINT') ?? 'https://qyapi.weixin.qq.com',
    corpId: read.text('WECOM_CORP_ID') ?? '',
    secret: read.text('WECOM_SECRET') ?? '',
    agentId: read.integer('WECOM_AGENT_ID', { lowest: 1, highest: 4_000_000_000, otherwise: 0 }),
    userId: read.choice('WECOM_USER_ID', userIds, 'name'),
    companyIds: readCompanyIds(read, 'WECOM_COMPANY_IDS'),
  }
}

function readDingtalk(read: Reader): DingtalkConfig | null {
  const required = ['DINGTALK_APP_KEY', 'DINGTALK_APP_SECRET', 'DINGTALK_AGENT_ID'] as const
  const given = [...required, 'DINGTALK_USER_ID', 'DINGTALK_COMPANY_IDS'].filter(
    (name) => read.text(name) !== undefined,
  )
  if (given.length === 0) return null
  read.require(required, given.join(', '))
  return {
    endpoint: read.origin('DINGTALK_ENDPOINT') ?? 'https://oapi.dingtalk.com',
    appKey: read.text('DINGTALK_APP_KEY') ?? '',
    appSecret: read.text('DINGTALK_APP_SECRET') ?? '',
    agentId: read.integer('DINGTALK_AGENT_ID', { lowest: 1, highest: Number.MAX_SAFE_INTEGER, otherwise: 0 }),
    userId: read.choice('DINGTALK_USER_ID', userIds, 'name'),
    companyIds: readCompanyIds(read, 'DINGTALK_COMPANY_IDS'),
  }
}

function readAllowedHosts(read: Reader): string[] {
  const hosts = (read.text('WEBHOOK_ALLOWED_HOSTS') ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
  const named = hosts.filter((host) => host !== '')
  if (!named.every((host) => /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/.test(host)))
    read.refuse('WEBHOOK_ALLOWED_HOSTS', 'hosts such as hooks.intranet.example:8443, separated by commas')
  return named
}

function readOpenIdConnect(read: Reader): OpenIdConnectConfig | null {
  const required = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const given = [...required, 'OIDC_LABEL', 'OIDC_COMPANY_IDS'].filter((name) => read.text(name) !== undefined)
  if (given.length === 0) return null
  read.require(required, given.join(', '))
  return {
    issuer: read.url('OIDC_ISSUER', ['https:', 'http:']) ?? '',
    clientId: read.text('OIDC_CLIENT_ID') ?? '',
    clientSecret: read.text('OIDC_CLIENT_SECRET') ?? '',
    label: read.text('OIDC_LABEL') ?? '单点登录',
    companyIds: readCompanyIds(read, 'OIDC_COMPANY_IDS'),
  }
}
