/** Three short documents of an invented company, for an organisation that has none of its own yet. */
export const SAMPLE_DOCUMENTS = [
  {
    title: 'Sample: working hours and leave',
    sourcePath: 'working-hours.md',
    text: `# Working hours and leave

## Working hours

The week has 38 hours. Everybody is reachable between 10:00 and 15:00; the other hours are free to choose between 7:00 and 20:00.

## Working from home

Office staff may work from home up to three days a week. The days are agreed with the manager once a quarter. During the first two months after joining, please come to the office every day.

## Paid leave

There are 27 days of paid leave a year. Up to five days that were not taken move into the next year and must be used before 31 March.

## Sick leave

Report an illness to your manager before 9:00 on the first day. A doctor's note is needed from the fourth day on.
`,
  },
  {
    title: 'Sample: travel and expenses',
    sourcePath: 'travel.md',
    text: `# Travel and expenses

## Booking a journey

Journeys within the country are announced five working days ahead, journeys abroad fifteen. Trains are preferred; flights may be booked where the train takes longer than six hours.

## Daily allowance

The daily allowance is 30 euros within the country and 55 euros abroad. It covers meals and small expenses, and no receipts are needed.

## Hotels

Hotels are paid up to 140 euros a night, in capitals up to 190 euros.

## Returning expenses

Expenses are handed in within 30 days after the journey. They are paid with the next salary.
`,
  },
  {
    title: 'Sample: security at work',
    sourcePath: 'security.md',
    text: `# Security at work

## Passwords

A password has at least 14 characters and is used for one service alone. The password manager of the company makes and keeps them.

## Lost devices

Report a lost laptop or phone within one hour to the service desk, telephone 4455, at any time of the day. The device is locked and wiped from there.

## Visitors

Visitors sign in at the reception, wear a badge and are accompanied. Badges are returned when they leave.

## Suspicious mail

Forward suspicious mail to security@kestrel.example and do not open its attachments.
`,
  },
] as const;
