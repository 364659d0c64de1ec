/**
 * Labelled pairs of contacts: `+` for one person, `-` for two; then the values that both have, and each contact: its first and its
 * last name with a slash between, and further values. A value is an e-mail address, a number with its plus sign, `a:`, `b:` or `c:`
 * with the handle of a network, the address of a website, `*` with a birthday, `at` with a headline or `in` with a location.
 */
export const tuningPairs = `
# one person, entered twice
+ | anna.schmidt@example.org | Anna/Schmidt | Anna/Schmidt
+ | +491701234567 | Peter/Vogel | Peter/Vogel
+ | | Lukas/Brandstetter; lukas.b@example.com | Lukas/Brandstetter; +436641234567
+ | | Greta/Holmqvist; +46701234567 | Greta/Holmqvist
+ | | Tobias/Kellerman; tobias@home.example; in Utrecht at Delta Works | Tobias/Kellerman; t.kellerman@work.example; in Utrecht at Delta Works
+ | a:ines-calado | Inês/Calado | Ines/Calado; ines@calado.example
+ | b:paulinedraws | Pauline/Dufour | Pauline/Dufour; pauline@example.net
+ | *1984-03-07 | Marta/Nowicka | Marta/Nowicka; marta@example.pl
+ | | Oluwaseun/Adeyemi; +2348012345678 | Oluwaseun/Adeyemi; seun@example.ng
+ | +14155550123 | Priya/Raghunathan; priya@old.example | Priya/Raghunathan; priya@new.example
+ | mats@example.se | Mats/Ekström; +46701112233 | Mats/Ekstrom
+ | | Siobhan/O'Connell; siobhan@example.ie | Siobhán/O’Connell; +353861234567
+ | | Zoë/van der Meer; +31612345678 | Zoe/Van Der Meer; zoe@example.nl
# without a last name, or with a first letter for it
+ | +491709876543 | Jonas | Jonas/Wiesinger
+ | clara@example.org | Clara | Clara/Benedetti
+ | +33612345678 | Amélie/L. | Amélie/Laurent
+ | tom.hayes@example.com | T./Hayes | Tom/Hayes
+ | j.novak@example.cz | J/Novák | Jiří/Novák
+ | b:sunnyside.kit | Kit | Kit/Rowland
+ | +447700900123 | Grace | Grace/Appleby
# named by an address or a number
+ | bernd.hollmann@example.de | bernd.hollmann@example.de | Bernd/Hollmann
+ | +491521234567 | +49 152 1234567 | Heike/Sommer
+ | k_lindgren@example.se | k_lindgren | Karin/Lindgren
# initials and further names
+ | robert.frost@example.com | Robert J./Frost | Robert/Frost
+ | +12025550147 | John Paul/Whitaker | John/Whitaker
+ | mjw@example.com | Mary Jane/Watkins | M. J./Watkins
+ | | Ana María/López García; ana@example.es | Ana/López García; +34612345678
+ | | Xiomara/Quispe Mamani; xiomara@example.pe | Xiomara/Quispe; +51987111222
+ | | Oluwatobi Emeka/Adebayo; tobi@example.ng | Oluwatobi/Adebayo; +2348031112222
+ | | Ольга Павловна/Крылова; ok@example.ru | Olga/Krylova; +79163334444
+ | +34698765432 | Carlos/Ruiz Zafón | Carlos/Ruiz
+ | | Иван Сергеевич/Воробьёв; ivan@example.ru | Иван/Воробьев; +79161234567
+ | | Hans Peter/Zimmermann; hp@example.de | Hans-Peter/Zimmermann; +491721234567
+ | a:jean-luc-moreau | Jean Luc/Moreau | Jean-Luc/Moreau
+ | | Mary Ann/Sullivan; ma@example.us | Maryann/Sullivan; +16175550188
+ | dvw@example.nl | D. van/Wijk | Daan van/Wijk
# order of names
+ | +8613812345678 | Wei/Zhang | Zhang/Wei
+ | nagy.eva@example.hu | Éva/Nagy | Nagy/Éva
+ | | Haruki/Tanabe; haruki@example.jp | Tanabe/Haruki; +819012345678
+ | | Minjun/Kim; minjun@example.kr | Kim/Min-jun; +821012345678
+ | thu@example.vn | Thu Hà/Nguyễn | Nguyen/Thu Ha
+ | | Müller, Sabine; sabine@example.de | Sabine/Müller; +491761234567
# two spellings
+ | +491631234567 | Jürgen/Müller | Juergen/Mueller
+ | | Jörg/Schäfer; joerg@example.de | Joerg/Schaefer; +491511234567
+ | kathe@example.org | Catherine/Blackwood | Katherine/Blackwood
+ | | Sofie/Nilsen; sofie@example.no | Sophie/Nilsen; +4791234567
+ | +4369912345678 | Stefan/Maier | Stephan/Maier
+ | | Filip/Horvat; filip@example.hr | Philip/Horvat; +385912345678
+ | mayer@example.at | Gregor/Mayer | Gregor/Maier
+ | | Kristina/Bjork; kb@example.is | Christina/Björk; +3548123456
+ | | Łukasz/Wójcik; lw@example.pl | Lukasz/Wojcik; +48601234567
+ | ozgur@example.tr | Özgür/Çelik | Ozgur/Celik
+ | +4512345678 | Søren/Ågård | Soeren/Aagaard
+ | | Mohammed/El Amrani; mo@example.ma | Mohamed/El-Amrani; +212612345678
+ | youssef@example.eg | Youssef/Mansour | Yousef/Mansour
+ | | Elizabeth/Crane; ec@example.com | Elisabeth/Crane; +15035550111
+ | +5511912345678 | Luís/Gonçalves | Luiz/Goncalves
+ | | Ulrich/Meyer; um@example.de | Ulrich/Maier; +491601111111
+ | | Boris/Yakovlev; boris@example.ru | Boris/Jakowlew; +491602222222
+ | | Ksenia/Gromova; kg@example.ru | Xenia/Gromova; +79161110000
+ | mac@example.scot | Ewan/MacDonald | Ewan/Mc Donald
# other scripts
+ | | Иван/Петров; ivan.petrov@example.ru | Ivan/Petrov; +79031234567
+ | +79261234567 | Екатерина/Соколова | Ekaterina/Sokolova
+ | shevchenko@example.ua | Олександр/Шевченко | Oleksandr/Shevchenko
+ | | Γιώργος/Παπαδόπουλος; gp@example.gr | Giorgos/Papadopoulos; +306912345678
+ | +306976543210 | Ελένη/Νικολάου | Eleni/Nikolaou
+ | | محمد/حسن; mh@example.eg | Mohammed/Hassan; +201001234567
+ | fatima@example.ae | فاطمة/الزهراء | Fatima/Al Zahra
+ | | 李秀英; lxy@example.cn | 李秀英; +8613500001111
+ | | 王/伟; wangwei@example.cn | Wei/Wang; +8613900001111
+ | +8613700002222 | 李娜 | Na/Li
+ | zhangmin@example.cn | 张敏 | Min/Zhang
+ | | 김민준; mj@example.kr | Min-jun/Kim; +821098765432
+ | +821055556666 | 박지훈 | Ji-hoon/Park
+ | dmitri@example.com | Дмитрий/Орлов | Dmitry/Orlov
+ | | Юлия/Тимошенко; yt@example.ua | Julia/Timoschenko; +380501234567
+ | +972501234567 | דוד/כהן | David/Cohen
# nicknames
+ | bob.miller@example.com | Bob/Miller | Robert/Miller
+ | +13125550155 | Liz/Harrington | Elizabeth/Harrington
+ | sasha@example.ru | Саша/Кузнецов | Alexander/Kuznetsov
+ | | Bill/Thornbury; bill@example.com | William/Thornbury; +14255550166
+ | kate.w@example.co.uk | Kate/Winterbourne | Katherine/Winterbourne
+ | +34611222333 | Pepe/Navarro | José/Navarro
+ | sepp@example.at | Sepp/Gruber | Josef/Gruber
+ | | Peggy/Lonsdale; peggy@example.com | Margaret/Lonsdale; +15125550177
+ | +393331234567 | Beppe/Colombo | Giuseppe/Colombo
+ | toni@example.de | Toni/Huber | Anton/Huber
+ | mike@example.com | Mike/Delacroix | Michael/Delacroix
+ | +48609876543 | Kasia/Zielińska | Katarzyna/Zielińska
+ | | Nacho/Ibarra; nacho@example.mx | Ignacio/Ibarra; +525512345678
+ | rick@example.com | Rick/Stanton | Richard/Stanton
+ | +4917612312312 | Uschi/Berger | Ursula/Berger
+ | | Manolis/Xenakis | Manolis/Xenakis; +306944444444
# typing errors
+ | micheal@example.com | Micheal/Fairbanks | Michael/Fairbanks
+ | +16465550199 | Jessica/Thompson | Jesscia/Thompson
+ | | Benjamin/Haverford; bh@example.com | Benjamin/Haverfrod; +17185550101
+ | wolfgang@example.de | Wolfgang/Schneider | Wolfgnag/Schneider
+ | | Andrea/Castellano; ac@example.it | Andrea/Castelano; +393471234567
+ | +33687654321 | Guillaume/Lefebvre | Guillaume/Lefevbre
+ | rosalind@example.org | Rosalind/Pemberton | Rosalind/Pembertn
+ | | Gregory/Richardson; gr@example.com | Gregory/Richadson; +14805550112
+ | | Nathaniel/Osgood; no@example.org | Nathaniel/Osgod; +12065550123
# titles
+ | dr.weber@example.de | Dr. Klaus/Weber | Klaus/Weber
+ | +41791234567 | Prof. Dr. Ursina/Caflisch | Ursina/Caflisch
+ | | Frau Monika/Ziegler; monika@example.de | Monika/Ziegler; +491601234567
+ | | Mr. Desmond/Akintola; desmond@example.ng | Desmond/Akintola; +2348098765432
+ | kim@example.com | Kimberly/Drake, MBA | Kimberly/Drake
+ | +4930555123 | Herr/Kowalczyk | Adam/Kowalczyk
# married names
+ | anna.mueller@example.de | Anna/Müller | Anna/Schmidt-Müller
+ | +447700900456 | Charlotte/Reeves | Charlotte/Reeves-Hart
+ | emily.clarke@example.com | Emily/Clarke | Emily/Donovan
+ | a:laura-fitzgerald | Laura/Fitzgerald | Laura/Bennett
+ | b:hannah.in.oslo | Hannah/Berg | Hannah/Solheim
+ | julia@example.at | Julia/Steiner | Julia/Hofer
+ | *1990-11-23 jenny@example.com | Jenny/Park | Jennifer/Olsen
# companies' shared values, but one person
+ | info@bakery.example | Paula/Feldmann; +491701112222 | Paula/Feldmann
+ | +12125550100 | Marcus/Ellison; at Ellison Partners | Marcus/Ellison; at Ellison Partners
+ | office@law.example | Theodore/Lancaster | Ted/Lancaster
# birthdays with a mistake
+ | lotte@example.nl | Lotte/Veenstra; *1984-03-07 | Lotte/Veenstra; *1984-08-07
+ | +436601234500 | Alois/Hinteregger; *1971-11-02 | Alois/Hinteregger; *1977-11-02
+ | a:dagny-solberg | Dagny/Solberg; *1990-06-15 | Dagny/Solberg; *1990-06-05
+ | https://fiorellaruggeri.example | Fiorella/Ruggeri; *1983-04-21 | Fiorella/Ruggeri; *1988-04-21
+ | tamsin@example.co.uk | Tamsin/Penrose; *1904-02-10 | Tamsin/Penrose; *1979-02-11
+ | | Leopold/Auersberg; *1966-05-30; leo@example.at | Leopold/Auersberg; *1966-05-31; +436641234500
+ | | Ottilie/Krausnick; *1958-04-09; +491701234500 | Ottilie/Krausnick; *1958-09-04
+ | | Svetlana/Yermakova; *1904-12-03 | Svetlana/Yermakova; *1981-12-03; svetlana@example.ru
+ | | Cormac/Delahunty; *1970-01-01 | Cormac/Delahunty; *1962-07-19

# families with one address or line
- | family.braun@example.de | Anna/Braun | Peter/Braun
- | +493012345678 | Sabine/Koch | Michael/Koch
- | thewilsons@example.com | Karen/Wilson | Greg/Wilson
- | +390612345678 | Maria/Rossi | Mario/Rossi
- | +442079460000 | Paul/Bishop | Paula/Bishop
- | +496912345678 | Julia/Wagner | Julian/Wagner
- | smithfamily@example.com | Emma/Smith | Ella/Smith
- | +15615550133 | Daniel/Cooper | Daniela/Cooper
- | +34911234567 | Andrés/Molina | Andrea/Molina
- | info@familie-haas.example | Martin/Haas | Martina/Haas
- | +351212345678 | Francisco/Sousa | Francisca/Sousa
- | +4822123456 | Jan/Kowalski | Janina/Kowalska
- | +74951234567 | Александр/Иванов | Александра/Иванова
- | +302101234567 | Νίκος/Δημητρίου | Νίκη/Δημητρίου
# father and son
- | | John/Carver Sr.; john@example.com | John/Carver Jr.; jc@example.com
- | +12155550144 | William/Hargrove II | William/Hargrove III
- | +12155550145 | Walter/Grant | Walter/Grant Jr.
- | +13055550122 | Robert/Dunn Sr. | Robert/Dunn Jr.; rdunn@example.com
- | | George/Mitchell; *1948-02-01 | George/Mitchell; *1979-08-15
- | +498912345678 | Franz/Huber; *1950-01-05 | Franz/Huber; *1981-06-30
- | | James/Whitfield III; jw3@example.com | James/Whitfield Jr.; +14045550188
# twins and siblings
- | *2001-05-14 | Lena/Fischer | Lisa/Fischer
- | *1995-12-01 +4312345678 | Max/Bauer | Moritz/Bauer
- | *1988-07-07 | Kavita/Sharma | Kavya/Sharma
- | +4989555666 | Tim/Schuster | Tom/Schuster
- | *1999-09-09 | Erik/Lund | Erika/Lund
- | +46812345678 | Anna/Svensson | Anne/Svensson; anne@example.se
- | *2003-03-03 siblings@example.com | Hannah/Keller | Anna/Keller
# couples
- | +41441234567 | Thomas/Frei | Silvia/Frei
- | +33145678901 | Anna & Peter/Lambert | Anna/Lambert
- | muellers@example.de | Hans und Gerda/Müller | Hans/Müller
- | +17035550111 | Steve/Parker | Diane/Parker
# colleagues
- | +4940123456 | Peter/Hansen | Petra/Jansen
- | info@acme.example | Bob/Steele | Robert/Vance
- | +14085550100 | Anna/Schmidt; at Chip Foundry | Anna/Keller; at Chip Foundry
- | sales@parts.example | Michael/Brandt | Michael/Stein
- | +442071234567 | James/Holloway | Jane/Holloway-Price
- | office@studio.example | Chris/Long | Christine/Short
- | +4921112345 | Frank/Schulz | Franz/Schulz
- | team@startup.example | Alex/Rivera | Alex/Kim
- | b:acme.official | Dora/Quinn | Felix/Marsh
# namesakes
- | | Maria/Garcia; maria.g@example.com; +34600111222; at Hospital Clínico in Madrid | Maria/Garcia; mgarcia@example.org; +525598765432; at Bufete Norte in Puebla
- | | Thomas/Müller; *1970-04-04; thomas@example.de | Thomas/Müller; *1992-10-10; tm@example.ch
- | | Neil/Porter; at First Bank in New York | Neil/Porter; at Hill Farm in Perth
- | | David/Lee; a:david-lee-law | David/Lee; a:davidlee-chef
- | | Wei/Chen; c:chen.wei.1 | Wei/Chen; c:weichen88
- | | Anna/Kowalska; b:ania.kow | Anna/Kowalska; b:anna_k_photo
- | | John/Smith; john.smith@bank.example; +12125550111; at First Bank in New York | John/Smith; jsmith@farm.example; +61412345678; at Hill Farm in Perth
- | | Mohammed/Ali; ma1@example.ae; +971501112222; at Gulf Oil in Dubai | Mohamed/Ali; ali@example.uk; +447700900999; at Corner Shop in Leeds
- | | Kim/Nguyen; a:kim-nguyen-md | Kim/Nguyen; a:kimnguyendesign
# namesakes with birthdays of one generation
- | | Thomas/Beckmann; *1960-01-11 | Thomas/Beckmann; *1964-10-20
- | | Claudia/Reinhardt; *1971-02-03 | Claudia/Reinhardt; *1971-09-27
- | | Patrick/Sweeney; *1985-06-12 | Patrick/Sweeney; *1985-06-15
- | | Elena/Marinova; *1979-10-08; elena@example.bg | Elena/Marinova; *1980-10-08
- | | Anders/Lindholm; *1966-03-14 | Anders/Lindholm; *1968-12-01; +46701234500
- | | Rosa/Delgado; *1990-07-22 | Rosa/Delgado; *1993-01-05
- | | Kevin/Murphy; *1988-11-30; at Harbour Bank | Kevin/Murphy; *1994-04-18
- | | Martina/Fabbri; *1975-05-25 | Martina/Fabbri; *1982-05-02; martina@example.it
- | | Piotr/Zawadzki; *1969-08-16 | Piotr/Zawadzki; *1978-02-27
- | | Sandra/Hofmann; *1963-12-31; +491701234501 | Sandra/Hofmann; *1974-06-06
- | | Diego/Salazar; *1981-01-19 | Diego/Salazar; *1994-09-13
- | | Ingrid/Haugen; *1955-04-04 | Ingrid/Haugen; *1971-10-28
- | | Marc/Lemoine; *1964-09-09 | Marc/Lemoine; *1983-03-21; marc@example.fr
- | | Judith/Steinbach; *1952-02-29 | Judith/Steinbach; *1973-07-11
- | | Bernard/Claes; *1904-03-05 | Bernard/Claes; *1980-07-09
- | | Матвей/Карпов; *1970-05-17 | Matvey/Karpov; *1976-01-23
# nearly the same names of two people
- | | Peter/Bauer; pb@example.de; +491701000001 | Peter/Sauer; ps@example.de; +491701000002
- | | Paul/Martin; pm@example.fr | Paula/Martin; paula@example.fr
- | | Marco/Bianchi; mb@example.it; +393331000001 | Mario/Bianchi; mario@example.it; +393331000002
- | | Jan/de Vries; jan@example.nl | Jana/de Vries; jana@example.nl
- | | Karin/Holm; karin@example.se; +46701000001 | Karen/Holm; karen@example.dk; +4520000001
- | | Julia/Weiss; jw@example.de | Juliane/Weiss-Lindner; jwl@example.de
- | | Christian/Vogt; cv@example.de; +491601000001 | Christina/Vogt; tina@example.de; +491601000002
- | | Erik/Hansen; erik@example.no | Erika/Hansen; erika@example.no
- | | Ann/Perkins; ann@example.com | Ann Marie/Dawson; am@example.com
- | | Chen/Li; chen.li@example.cn | Cheng/Li; cheng@example.cn
- | | Anna Maria/Vogel; am@example.at | Anna Luise/Vogel; al@example.at
- | | John A./Pierce; jap@example.com | John B./Pierce; jbp@example.com
- | | Maria | Maria; maria@example.org
- | | Schmidt | Schmidt; +4930111222
- | | Alex; alex@example.com | Alex; +12065550100
`;
