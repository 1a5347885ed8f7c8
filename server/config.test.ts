import { describe, expect, it } from 'vitest'
import { ConfigError, type Environment, readConfig } from '#server/config.ts'

const s3 = {
  FILES_STORE: 's3',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'courses',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hush',
}
const sms = {
  SMS_PROVIDER: 'aliyun',
  SMS_ACCESS_KEY_ID: 'key',
  SMS_ACCESS_KEY_SECRET: 'hush',
  SMS_SIGN_NAME: '书院',
  SMS_TEMPLATE_CODE: 'SMS_1',
}
const wecomKeys = { WECOM_CORP_ID: 'ww1', WECOM_SECRET: 'hush' }
const wecom = { ...wecomKeys, WECOM_AGENT_ID: '1000002' }
const dingtalk = { DINGTALK_APP_KEY: 'key', DINGTALK_APP_SECRET: 'hush', DINGTALK_AGENT_ID: '77' }
const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'shuyuan', OIDC_CLIENT_SECRET: 'hush' }

function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('settings', () => {
  it('are complete without any variable', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      environment: 'development',
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      trustProxy: false,
      metricsToken: null,
      databaseUrl: null,
      databaseReplicaUrl: null,
      demoData: true,
      files: { store: 'disk', directory: `${config.dataDirectory}/files` },
      mail: { transport: 'console' },
      sms: { provider: 'console' },
      openIdConnect: null,
    })
  })

  it('of a production installation show no demonstration accounts and no codes in the log', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({
      demoData: false,
      mail: { transport: 'off' },
      sms: { provider: 'off' },
    })
  })

  it('count as absent when empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', OIDC_ISSUER: '' })).toEqual(readConfig({}))
  })

  it('read complete groups', () => {
    const config = readConfig({
      ...s3,
      ...sms,
      ...oidc,
      SMTP_URL: 'smtp://mail:25',
      SMTP_FROM: '书院 <no-reply@example.com>',
    })
    expect(config).toMatchObject({
      files: { store: 's3', region: 'us-east-1', bucket: 'courses' },
      sms: { provider: 'aliyun', endpoint: 'https://dysmsapi.aliyuncs.com' },
      openIdConnect: { issuer: 'https://id.example.com', label: '单点登录', companyIds: [] },
      mail: { transport: 'smtp', from: '书院 <no-reply@example.com>' },
    })
  })

  it('accept a database on a Unix socket', () => {
    const url = 'postgresql://shuyuan@/shuyuan?host=/run/postgresql'
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('follow the port in the public address', () => {
    expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000')
    expect(readConfig({ PUBLIC_URL: 'https://learn.example.com/' }).publicUrl).toBe('https://learn.example.com')
  })

  it.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('trust the configured proxies: %s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
  })

  it.each([
    { PORT: '80a' },
    { PORT: '70000' },
    { PORT: '0' },
    { HOST: 'not a host' },
    { DATABASE_URL: 'mysql://root@localhost/x' },
    { DATABASE_POOL_SIZE: '0' },
    { PUBLIC_URL: 'https://example.com/learn' },
    { PUBLIC_URL: 'example.com' },
    { TRUST_PROXY: '10.0.0.0/64' },
    { LOG_LEVEL: 'verbose' },
    { NODE_ENV: 'staging' },
    { DEMO_DATA: 'yes' },
    { FILES_STORE: 'tape' },
    { SMS_PROVIDER: 'pigeon' },
    { SMTP_URL: 'http://mail', SMTP_FROM: 'a@b.cn' },
    { SMTP_FROM: 'nobody', SMTP_URL: 'smtp://mail' },
    { WECOM_AGENT_ID: 'agent', ...wecomKeys },
    { WECOM_USER_ID: 'phone', ...wecom },
    { WECOM_COMPANY_IDS: 'yunfan', ...wecom },
    { WEBHOOK_ALLOWED_HOSTS: 'http://hooks.example' },
  ])('refuse %o: naming variable, value and what is allowed', (env) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    const [[name = '', value = ''] = []] = Object.entries(env)
    expect(problems[0]).toContain(`${name} is "${value}"; allowed: `)
  })

  it.each([
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: '' }],
    ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: '' }],
    ['FILES_STORE=s3', { ...s3, FILES_STORE: '' }],
    ['SMTP_URL', { SMTP_FROM: 'a@b.cn' }],
    ['SMTP_FROM', { SMTP_URL: 'smtp://mail' }],
    ['SMS_SIGN_NAME', { ...sms, SMS_SIGN_NAME: '' }],
    ['SMS_PROVIDER=aliyun', { ...sms, SMS_PROVIDER: '' }],
    ['WECOM_SECRET', { ...wecom, WECOM_SECRET: '' }],
    ['DINGTALK_AGENT_ID', { ...dingtalk, DINGTALK_AGENT_ID: '' }],
    ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: '' }],
    ['OIDC_CLIENT_SECRET', { ...oidc, OIDC_CLIENT_SECRET: '' }],
  ])('refuse half a group: %s missing', (name, env) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(name)])
  })

  it('read the messengers, and the hosts that webhooks may lead to', () => {
    const [id, other] = ['01890000-0000-7000-8000-000000000000', '01890000-0000-7000-8000-000000000001']
    const companies = { DINGTALK_COMPANY_IDS: `${id?.toUpperCase()}, ${other},` }
    const hosts = { WEBHOOK_ALLOWED_HOSTS: 'Hooks.Intranet.Example:8443, 10.1.2.3,' }
    expect(
      readConfig({ ...wecom, ...dingtalk, ...hosts, DINGTALK_USER_ID: 'staff-number', ...companies }),
    ).toMatchObject({
      wecom: {
        endpoint: 'https://qyapi.weixin.qq.com',
        corpId: 'ww1',
        agentId: 1000002,
        userId: 'name',
        companyIds: [],
      },
      dingtalk: { endpoint: 'https://oapi.dingtalk.com', appKey: 'key', agentId: 77, companyIds: [id, other] },
      webhookAllowedHosts: ['hooks.intranet.example:8443', '10.1.2.3'],
    })
    expect(readConfig({})).toMatchObject({ wecom: null, dingtalk: null, webhookAllowedHosts: [] })
  })

  it('refuse codes on the console in production', () => {
    expect(problemsOf({ NODE_ENV: 'production', SMS_PROVIDER: 'console' })).toHaveLength(1)
  })

  it('list every problem at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', OIDC_LABEL: 'Sign on' })).toHaveLength(3)
  })

  it('never show a secret', () => {
    const problems = problemsOf({ DATABASE_URL: 'mysql://root:hush@localhost/x', S3_SECRET_ACCESS_KEY: 'hush' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('hush')
  })
})

it('programs that make files viewable: found by name or path, switched off, and never looked for in tests', () => {
  const programs = (env: Record<string, string>) => readConfig(env).programs
  expect(programs({ NODE_ENV: 'production' })).toEqual({ ffmpeg: 'ffmpeg', soffice: 'soffice' })
  expect(programs({ NODE_ENV: 'test' })).toEqual({ ffmpeg: null, soffice: null })
  expect(programs({ FFMPEG_PATH: 'off', SOFFICE_PATH: '/opt/libreoffice/program/soffice' })).toEqual({
    ffmpeg: null,
    soffice: '/opt/libreoffice/program/soffice',
  })
  expect(() => readConfig({ FFMPEG_PATH: './ffmpeg -v' })).toThrow('FFMPEG_PATH')
})
