/** For tests: links to lists from earlier versions, each with the request that it must still produce. */
export const earlierLinks: [string, string, object][] = [
  [
    'billList',
    '?search=200000000017&overdue=false&batch=2800000001,2800000002,17&group=a,b&from=2026-11-01&to=2026-11-30&sort=accountNo&descending=true',
    {
      filter: {
        search: '200000000017',
        overdue: false,
        batchIds: ['2800000001', '2800000002'],
        dueFrom: '2026-11-01',
        dueTo: '2026-11-30',
      },
      groupIds: ['a', 'b'],
      sort: { by: 'accountNo', descending: true },
    },
  ],
  [
    'historyList',
    '?status=paid&tariff=Low Voltage General,Medium%252C special&reading=estimated&from=2026-11-01&sort=accountNo',
    {
      filter: {
        state: 'paid',
        tariffs: ['Low Voltage General', 'Medium, special'],
        readingType: 'estimated',
        invoicedFrom: '2026-11-01',
      },
      sort: { by: 'accountNo', descending: false },
    },
  ],
  ['billList', '?search=kedai', { filter: { search: 'kedai' }, sort: { by: 'dueDate', descending: false } }],
  ['billList', '?search=kedai&show=rest', { filter: { search: 'kedai', payable: false }, sort: { by: 'dueDate', descending: false } }],
  ['chargeList', '', { filter: { payable: true }, sort: { by: 'dueDate', descending: false } }],
  [
    'transactionList',
    '?status=actionRequired&method=FPX&bank=MB2U0227&from=2026-11-01&sort=transactionAmount&ascending=true',
    {
      recordCount: 25,
      filter: { statuses: [7, 8], methods: ['FPX'], bankIds: ['MB2U0227'], from: '2026-11-01' },
      sort: { by: 'transactionAmount', descending: false },
    },
  ],
  // A link without an order uses the list's default order; queues list the oldest first.
  ['pendingPaymentList', '?to=2026-11-19&status=paid', { filter: { to: '2026-11-19' }, sort: { by: 'paymentDate', descending: false } }],
  ['allPaymentList', '?status=insufficientPending', { filter: { statuses: [8] }, sort: { by: 'paymentDate', descending: true } }],
  [
    'memberList',
    '?activity=pending&role=viewer&open=edit&user=7',
    { filter: { activity: 3, role: 'viewer' }, sort: { by: 'username', descending: false } },
  ],
  [
    'memberList',
    '?activity=notActivated&role=ict',
    { filter: { activationStatus: 'notActivated' }, sort: { by: 'username', descending: false } },
  ],
  [
    'notificationList',
    '?search=P0000000000005&show=unread&from=2026-11-01',
    { filter: { search: 'P0000000000005', unread: true }, startDate: '2026-11-01' },
  ],
  [
    'activityList',
    '?search=P0000000000005&subject=payments&by=me&from=2026-11-01&open=details&entry=7',
    { filter: { search: 'P0000000000005', subject: 'payments', by: 'me' }, startDate: '2026-11-01' },
  ],
  ['staffActivityList', '?by=automatic&subject=nothing', { filter: { by: 'automatic' } }],
  ['staffUserList', '?role=ict&search=mail', { filter: { role: 'ict', search: 'mail' }, sort: { by: 'username', descending: false } }],
  ['businessUserList', '?search=sinar&activity=active', { count: 100, search: 'sinar', activity: 1 }],
  [
    'accountList',
    '?search=210000000001&active=false&state=Johor,Atlantis&ungrouped=true&sort=owed&open=x',
    {
      recordCount: 200,
      filter: { search: '210000000001', active: false, states: ['Johor'], withoutGroup: true },
      sort: { by: 'accountNo', descending: false },
    },
  ],
  [
    'accountListOfStaff',
    '?ungrouped=true',
    { recordCount: 200, filter: { withoutGroup: true }, sort: { by: 'accountNo', descending: false } },
  ],
  [
    'accountListOfNoGroup',
    '?active=true&to=north&sort=referenceId',
    { recordCount: 200, filter: { active: true }, sort: { by: 'referenceId', descending: false } },
  ],
  [
    'pendingListOfAll',
    '?search=210000000001&open=forget&row=a-b',
    { recordCount: 200, search: '210000000001', sort: { by: 'requestedAt', descending: true } },
  ],
  [
    'groupList',
    '?search=klang&open=rename&group=north',
    { recordCount: 200, search: 'klang', sort: { by: 'groupName', descending: false } },
  ],
  [
    'registrationList',
    '?status=withErrors&business=government&search=semakan%20ralat',
    {
      recordCount: 100,
      filter: { statuses: [6], businessType: 1, search: 'semakan ralat' },
      sort: { by: 'status', descending: false },
    },
  ],
  [
    'bulkAccountList',
    '?closed=true&business=organisation',
    { recordCount: 100, withoutAccounts: true, businessType: 2, sort: { by: 'companyName', descending: false } },
  ],
  ['foundAccountList', '?search=sinar&by=companyName', { recordCount: 100, searchString: 'sinar', criteria: 'companyName' }],
]
