/** The question bank of the demonstration company as its authors wrote it: directories, and questions of every kind. */
import {
  type About,
  type DirectoryPlan,
  filled,
  group,
  matched,
  multiple,
  ordered,
  p,
  plans,
  short,
  single,
  trueFalse,
  undetermined,
} from './question-kinds.ts'
import { evacuation, extinguisher, workshop } from './safety-questions.ts'

const privacy: About = { source: '《中华人民共和国个人信息保护法》', topics: ['信息安全', '年度必修'] }
const accounts: About = { source: '《信息安全入门》', topics: ['信息安全', '年度必修'] }
const devices: About = { source: '澄感与澄网产品手册', topics: ['新人营'] }
const service: About = { source: '《客户服务：从第一句话开始》', topics: ['客户服务', '沟通表达'] }

const personalData = plans(privacy, [
  [
    multiple(
      '下列哪些属于敏感个人信息？',
      ['人脸特征', '银行账户', '行踪轨迹', '公司公开的总机号码', '不满十四周岁未成年人的个人信息'],
      [0, 1, 2, 4],
      p('《个人信息保护法》第二十八条。'),
    ),
    3,
    40,
  ],
  [
    single(
      '处理个人信息应当遵循最小必要原则，是指',
      ['收集得越少越便宜', '限于实现处理目的的最小范围', '只收集姓名和电话', '每年只收集一次'],
      1,
    ),
    2,
    20,
  ],
  [
    trueFalse(
      '员工离职以后，企业可以无限期保存其指纹打卡数据。',
      false,
      p('保存期限应当为实现处理目的所必要的最短时间。'),
    ),
    2,
    10,
  ],
  [
    {
      kind: 'cloze',
      stem: p(
        '处理敏感个人信息应当取得个人的____同意；向境外提供个人信息的，还应当告知境外接收方的名称、____等事项；个人有权____其同意。',
      ),
      explanation: '',
      gaps: [{ options: ['默示', '单独', '口头', '集体'], right: 1 }, { answer: '联系方式' }, { answer: '撤回' }],
      ignoreCase: true,
      partial: 'each',
    },
    4,
    60,
  ],
  [
    undetermined(
      '客户要求删除其账号下的全部数据，客户成功经理应当',
      ['核实申请人的身份', '立即自己在数据库中删除', '按流程提交数据删除申请', '告知处理结果和时限'],
      [0, 2, 3],
    ),
    3,
    30,
  ],
  [
    filled('个人信息处理者发生泄露事件，应当立即采取____措施，并通知履行个人信息保护职责的部门和____。', [
      '补救',
      '个人',
    ]),
    3,
    20,
  ],
  [
    short(
      '市场部想把参会客户的名片照片发到公开的群里，请说明为什么不可以，并给出替代办法。',
      '名片含姓名、电话等个人信息，公开前须取得本人同意；可以只发会议合影并遮住个人信息，或把名片录入客户系统并设置权限。',
    ),
    4,
    80,
  ],
])

const signIn = plans(accounts, [
  [
    single(
      '收到“IT 部门”索要验证码的电话，正确的做法是',
      ['报出验证码', '让对方先报工号', '挂断，用公司通讯录里的号码回拨核实', '请同事代为处理'],
      2,
    ),
    1,
    20,
  ],
  [
    multiple(
      '判断一封邮件可能是钓鱼邮件的依据有',
      ['发件人域名与公司只差一个字母', '催促立即点击链接', '附件是带宏的文档', '署名是熟悉的同事，所以可信'],
      [0, 1, 2],
    ),
    2,
    30,
  ],
  [trueFalse('开启两步验证以后，密码就可以与其他网站相同。', false), 1, 10],
  [
    filled('离开工位时，在 Windows 上用快捷键____锁屏，在 macOS 上用 Control+Command+____。', ['Win+L|Windows+L', 'Q']),
    2,
    20,
  ],
  [
    matched(
      '把场景与应当使用的传输方式连起来',
      [
        ['给客户发送报价单', '公司邮箱加密附件'],
        ['给同事发送源代码', '内部代码仓库'],
        ['给供应商发送图纸', '受控的外发平台'],
      ],
      ['个人网盘'],
    ),
    3,
    30,
  ],
  [
    ordered('电脑疑似中了勒索病毒，按顺序排列应当做的事', [
      '断开网络',
      '保持开机，不要自行删除文件',
      '报告信息安全小组',
      '配合取证并从备份恢复',
    ]),
    3,
    40,
  ],
])

const sensors = plans(devices, [
  [
    matched(
      '把产品线与它是什么连起来',
      [
        ['澄感', '温湿度、空气质量与用电传感设备'],
        ['澄网', '放在现场的边缘网关'],
        ['澄云', '能源与环境管理平台'],
      ],
      ['移动办公应用'],
    ),
    1,
    30,
  ],
  [
    single(
      '客户要在展厅同时演示三条产品线，至少需要哪几样？',
      ['一台澄感和手机', '一台澄感、一台澄网和澄云账号', '只要澄云账号', '两台澄网'],
      1,
    ),
    2,
    20,
  ],
  [
    {
      kind: 'numeric',
      stem: p('一台澄感每 5 分钟上报一次数据，一天上报多少次？'),
      explanation: p('24 × 60 ÷ 5 = 288'),
      answer: '288',
      tolerance: '0',
      unit: '次',
    },
    2,
    20,
  ],
  [trueFalse('澄网断网时会丢弃传感器的数据。', false, p('网关先存在本地，联网后补传。')), 2, 10],
  [filled('澄云中一位客户的设备按“____—____—设备”三级管理。', ['项目', '站点']), 3, 20],
  [
    undetermined(
      '用电数据突然变为 0，现场排查时可能的原因有',
      ['互感器脱落', '网关离线', '客户停产', '平台套餐到期后停止接入'],
      [0, 1, 2, 3],
    ),
    4,
    40,
  ],
])

const complaint = group(
  '<p>客户来电：“你们的传感器昨晚报警二十多次，我们值班的人一夜没睡，今天早上到现场一看，什么事也没有！”通话记录显示，这是该客户本月第三次因误报来电。</p>',
  [
    [
      20,
      single(
        '接到电话，第一句话最合适的是',
        ['“这不归我管，我给您转接。”', '“系统就是这样设计的。”', '“让您一夜没休息好，非常抱歉。”', '“您先冷静一下。”'],
        2,
      ),
    ],
    [30, multiple('需要当场核对的信息有', ['设备编号', '报警的时间', '对生产的影响', '值班人员的身份证号'], [0, 1, 2])],
    [
      50,
      short(
        '写出答复客户的下一步：谁、做什么、什么时候。',
        '同一问题第三次来电，十五分钟内报告值班经理；说明由谁在何时到场或远程检查阈值，并约定回电时间。',
      ),
    ],
  ],
)

const customers = plans(service, [
  [complaint, 4, 100],
  [
    ordered('按顺序排列处理投诉的四个步骤', [
      '先道歉，安抚情绪',
      '再核对，弄清事实',
      '给方案，说清下一步',
      '定时间，主动回访',
    ]),
    1,
    40,
  ],
  [
    single(
      '下列哪种情况应当在十五分钟内报告值班经理？',
      ['客户询问发票', '涉及数据泄露', '客户想换颜色', '第一次来电咨询'],
      1,
    ),
    1,
    20,
  ],
  [multiple('一份好的服务方案应当说清', ['谁来做', '做什么', '什么时候完成', '责任是哪个部门的错'], [0, 1, 2]), 2, 30],
  [trueFalse('约定了回电时间，如果还没有进展，可以不回电。', false, p('哪怕没有进展也要准时打过去。')), 1, 10],
])

export const bankPlan: readonly DirectoryPlan[] = [
  {
    ...{ name: '安全生产', code: 'AQ' },
    below: [
      {
        ...{ name: '消防', code: 'AQ-XF' },
        below: [
          { name: '灭火器材', code: 'AQ-XF-QC', questions: extinguisher },
          { name: '疏散逃生', code: 'AQ-XF-SS', questions: evacuation },
        ],
      },
      { name: '用电与检修', code: 'AQ-YD', questions: workshop },
    ],
  },
  {
    ...{ name: '信息安全', code: 'XX' },
    below: [
      { name: '数据保护', code: 'XX-SJ', questions: personalData },
      { name: '账号与邮件', code: 'XX-ZH', questions: signIn },
    ],
  },
  {
    ...{ name: '产品与服务', code: 'CP' },
    below: [
      { name: '产品知识', code: 'CP-ZS', questions: sensors },
      { name: '客户服务', code: 'CP-KF', questions: customers },
    ],
  },
]
