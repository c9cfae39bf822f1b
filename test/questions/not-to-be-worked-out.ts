/** Questions about documents that hold numbers, dates or amounts: whoever calculated something for them would be wrong. */
export const NOT_TO_BE_WORKED_OUT: readonly string[] = `
What is the limit in section 12 / 3?
Who signed on 3 March?
What is 9/11?
What does 24/7 support mean?
24/7
What is 50/50?
2024/25
What is 2024/2025?
2020-2024
What is 2020 - 2024?
What is 4x4?
4x4
What is ISO 9001?
What is form 15-8?
555-1234
+36 1 234 5678
What is the phone number 06 1 234 5678?
What changed in version 1.2.3?
1.2.3
12
340
12%
What is 12%?
What is the 12 % of the salary that we pay?
Is 12 % of 340 employees the quota?
Who gets 12 % of 340 EUR?
What is 15 * 8 in the price list?
Why is 15 * 8 the formula for overtime?
How is the bonus calculated: 2 * 3 months?
Calculate the bonus for 3 years
How much is 500 EUR?
500 EUR
Is 500 EUR in HUF allowed as petty cash?
What is the limit of 500 EUR in HUF?
Can I be paid 500 EUR in HUF?
500 EUR in cash
How much is 20 dollars in the price list?
500 EUR in EUR
What is the exchange rate of EUR in HUF in contract 12?
How many days are between two payments in 2026?
How many days of leave are there between 3 March and 1 June?
How many days between 3 March and 1 June can I work remotely?
How many days until the deadline of 24 December?
How many days between 30 February and 1 June?
How many days until 2027?
Which days between 3 March and 1 June are holidays?
Which documents were signed between 3 March and 1 June?
What happened from 3 March to 1 June?
How many working days do I have 3 months after joining?
How many days are there in section 3?
5 days between 3 meetings
days between 3 and 5
2026-01-05
2026-01-05 - 2026-02-01
10:30 - 12:00
What is on page 3 - 5?
What is 5⁴?
What is ½ * 3?
What is 1.2.3 * 2?
What is 007 + 1?
What is the answer to question 42?
Room 3 + 4
How much is the fine under § 12?
A 12/3 szakaszban mi a határ?
Ki írta alá március 3-án?
Mennyi szabadság jár 3 év után?
Mennyi a 340 forintos díj 12 %-a után az adó?
Mennyi az önrész 500 euró felett?
500 euró
Mi a 9/11?
Hány nap szabadság jár március 3. és június 1. között?
Hány nap van a 3. pontban?
Mennyi 500 euró a kasszában?
Kifizethető 500 euró forintban?
Mit ír a 2024-2025 közötti terv?
Hány munkanapon belül kell fizetni 2026-ban?
Mennyi időn belül jár le március 3-tól?
Was steht in Abschnitt 12 / 3?
Wer hat am 3. März unterschrieben?
Was ist 24/7?
Wie viele Tage Urlaub gibt es zwischen dem 3. März und dem 1. Juni?
Wie viel Prozent von 340 Mitarbeitern sind es?
Werden 500 Euro in Forint ausgezahlt?
500 Euro in bar
Wie viele Werktage sind es vom 05.01.2026 bis zum 01.02.2026?
Quelle est la limite de l’article 12 / 3 ?
Qui a signé le 3 mars ?
Combien de jours de congé entre le 3 mars et le 1er juin ?
Combien font 500 euros ?
500 euros en espèces
Peut-on payer 500 euros en forints ?
Que dit le chapitre 3 - 5 ?
¿Cuál es el límite de la sección 12 / 3?
¿Quién firmó el 3 de marzo?
¿Cuántos días de vacaciones hay entre el 3 de marzo y el 1 de junio?
¿Se pueden pagar 500 euros en forintos?
500 euros en efectivo
¿Qué es 9/11?
Điều 12 / 3 quy định gì?
Ai đã ký ngày 3 tháng 3?
Có bao nhiêu ngày nghỉ từ ngày 3 tháng 3 đến ngày 1 tháng 6?
500 euro là mức tối đa à?
Năm 2024-2025 có gì mới?
第12 / 3条的限额是多少？
谁在3月3日签字？
3月3日到6月1日有多少天年假？
500欧元是上限吗？
12%是多少？
第3条和第5条之间有几天？
第三条规定了什么？
2024年预算是多少？
报销500欧元等于多少天的补贴？
What is the total of 3 + 4 items in the order?
What is the price for 2 x 3 panels?
Which paragraph says 15 * 8 = 120?
Is 15 * 8 = 120?
`
  .trim()
  .split('\n');
