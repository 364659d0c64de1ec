/**
 * Forms of given names that one person uses: short forms, pet names, and the forms of other languages. A form may belong to
 * several names ("Alex"). Two names without a common class are two names, even if they differ in one letter only.
 */
import { once } from "../../../shared/platform/config/once.ts";
import { soundOf } from "./sounds.ts";

/** One name a line, the forms in Latin letters without accents. */
const forms = `
aaron ron ronnie aron
abigail abby abbie gail
abraham abe ibrahim avraham avi abram
adam addy
adriana adrienne adriane
agnes aggie agnieszka agneta inez ines
ahmed ahmad ahmet achmed amadou
albert al bert bertie albrecht alberto berti
alexander alex al alec alejandro aleksandr alessandro alexandre sascha sasha sandro xander lex alexandros alexandru aleksander iskander
alexandra alex alexa sandra sasha sascha lexi sandy aleksandra alessandra alejandra sanya
alexey aleksei alexei alyosha alexis alexios lyosha
alfred alf alfie fred freddie freddy alfredo
ali
alice ali alicia alisa
amanda mandy
amelia amalia millie emelia
amir emir
anastasia nastya stacy asya ana anastasiya
andreas andrew andy drew andre andrea andrei andrey andrzej andres anders andrej andrii ondrej andras andris dre
andrea
angela angie angelika angelica angelina
anita nita
ann anne annie
anna ann anne annie ana ania anya nancy nina aneta annika anka anke anushka
anthony tony anton antonio antoine antoni toni antal antonis antonios tonio
antonia toni tonia antonina antonella antoinette
archibald archie
arthur art artie artur arturo
august gus augustus augusto gustl
barbara barb babs barbie basia bara varvara babette
bartholomew bart bartek bartosz bartolomeo
beatrice bea beatrix beata trixie beatriz bice
benedict ben benedikt benny benedetto benito
benjamin ben benny benji benno binyamin
bernard bernie bernhard bernd barney bernardo bernt
bettina bettina tina
boris borya
bradley brad
brian bryan
bridget birgit birgitta brigitte bridie gitta gitte brigitta biddy
camille camilla kamilla cami milla
carl karl carlos charles carlo karel charlie charly chuck chas carol kalle karol karoly carles
caroline carolin karolina carol carrie lina karoline karolin caro carolyn carolina line
casey
catherine kate katie kathy cathy kat kay cat kathryn katharina katarina ekaterina katya katja caterina kathleen kathrin katrin karin karen kitty trina ina kathe catalina katrina kasia katarzyna yekaterina aikaterini katerina rina cate catarina kati katalin
cecilia cecile cilla celia sissy cecily
chloe
christian chris kristian cristian christiaan krister krzysztof
christina chris chrissy tina christine kristina kristin kristine christa krista tine christel kirsten kirstin cristina kirstie krystyna christiane
christopher chris kit topher christoph kristof christophe cristobal christoffer krzysztof cristoforo christos
claire clara klara chiara clare
claudia claude klaudia
constance connie constanze constanza konstanze
constantine konstantin kostas costa dinos kostya konstantinos constantin
cornelia conny nelly corrie cornelia neele
cynthia cindy
daniel dan danny dani daniil daniele danila danil danijel
daniela dani danielle danuta danica
david dave davey davy davide dawid dovid daoud
deborah debbie deb debra debora
dennis denis denny dionysios dionys denys denise
denise
derek dirk derrick dietrich diederik theoderic
dimitri dmitry dima mitya dimitrios dimitris dmitri dmitrij dmytro mitja mitri
dominic dom nick dominik domenico domingo dominique
donald don donnie
dorothy dot dottie dorothea dora thea dolly dorota dorothee dodie
douglas doug
edmund ed eddie ted ned edmond edmondo
edward ed eddie ted ned eduard eduardo teddy edoardo edouard edvard
eleanor ellie nell nora elinor leonore lenore eleonora ella leonora norah
elena helen helena lena ellen helene jelena olena alena lenka ilona elene yelena eleni ilena nelly
elias elijah ilya eli ilja iliya ilias
elizabeth liz lizzie beth betty eliza liza lisa bess bessie elisabeth elise elsa else elsie lisbeth bettina isabel isabella libby lizzy betsy babette ilse lieselotte lise elisabetta elzbieta erzsebet yelizaveta elizaveta sisi sissi bettie elisaveta
emil emilio emile
emily em emma emilia emmy emilie milly emilija emiliya
emmanuel manny manuel manu emanuel emanuele
eric erik rick ricky erich erick eero
ernest ernie ernst ernesto erno
esther hester ester essie
eugene gene evgeny evgeni yevgeny eugen zhenya eugenio evgenij yevgeni evgenii jenya
eva eve evi evita ewa evie
evelyn eve evie evelin evelina
fatima fatma fatimah fatemeh fati
felicity fliss felicitas felicia
felix feliks felice
fernando nando ferdinand ferdi fernand
florian flo florin floriano
florence flo flora florentine fiorenza
frances fran francesca franziska fanny franzi francoise frannie francisca frankie cissy sisi ziska
francis frank francisco paco francesco franz francois pancho franco franciszek frantisek franek frans ferenc paquito frankie kiko chico
franklin frank
frederick fred freddie fritz friedrich frederik federico frederic rick fryderyk fredrik freddy frieder friedel fredric
frederica frederike friederike rike frieda fredi
gabriel gabe gabi gavriil gabriele gavril
gabriela gabi gaby gabriele gabriella gabrielle brielle
geoffrey jeff jeffrey geoff gottfried geoffroy
george georg jorge giorgio georgi yuri jurgen jorg jerzy georges jiri jurij yuriy georgios giorgos yorgos schorsch jordi goran gyorgy georgy gosha yura egor yegor igor jurek yiorgos
gerald gerry jerry gerhard gerd geraldo gert gerardo gerard gerrit gherardo
geraldine gerry
gertrude trudy gertrud gerda trude
giovanni gianni vanni gian
giuseppe beppe pino peppe beppo
gregory greg gregor grigori grigory grisha gregorio grzegorz grigoris grigorii gregoire grischa
guenther gunther gunter guenter
gustav gus gustave gustavo gustaf
hans hansi hannes johannes johann hansel
harold harry hal harald
harriet hattie harriette
hassan hasan hassane
heinz
henry hank harry hal henri heinrich henrik enrique hendrik enrico heiner rico hein henryk jindrich heini
henrietta hettie etta henriette jette henrike
herbert herb bert bertie heribert herbie
howard howie
hubert hugh bert hubertus uberto
hugo hugh ugo
hussein husain hossein husayn hussain huseyin hosein
ignatius ignacio nacho ignaz ignazio
irene irina ira reni irena irini irenka
isaac ike zak yitzhak isaak ishak itzik
isabel isabella bella izzy belle isabelle ysabel isobel izabela isa izabella
ivan vanya johan john
jacob jake jakob jack jaime yakov jacopo jacobo jakub jacques jasha james giacomo jacobus coby iago diego kuba yakub yaqub
jacqueline jackie jacky jaclyn
james jim jimmy jamie jaime jacques jem diego jas
jane janie jan jana jean joan janet giovanna juana johanna joanna yana jeanne jeannette janice sian sheena jenny
janet jan janette
jasmin yasmin jasmine yasmine jasmina
jason jay jase
jennifer jen jenny jenna jennie jenni
jeremy jerry jeremiah jeremias jem jere
jerome jerry hieronymus geronimo jeronimo
jessica jess jessie jessy
joanna jo joanne johanna hanna joan jojo giovanna asia joana hanne joasia
joaquin joachim jochen achim joakim joachin jo yoachim
john jack johnny jon ivan juan johann hans jan giovanni jean joao sean ian yannis ioannis johannes jonny jens vanya johan evan shaun shawn johnnie janos janusz gianni hansi yahya ioan ion yiannis giannis jannis hannes jukka iain eoin owen
jonathan jon jonny nathan jonatan john johnny yonatan
jordan jordi jordy
joseph joe joey jose josef giuseppe pepe jozef yusuf iosif osip sepp youssef jo yosef josip beppe jozsef jojo yousef yussuf iosef youssouf yousuf zef sepperl
josephine josie jo josefine josefa pepita fifi giuseppina josefina finni
joshua josh josua yehoshua
judith judy judit jude jodie yehudit
julia julie juliane jules giulia juliet yulia juliette yuliya iulia julija julka giulietta julieta
julian jules julien giuliano juliano julius julio
katherine kate
kenneth ken kenny kennet
khaled khalid halid chaled chalid
kimberly kim kimmy kimberley
konrad conrad kurt conny cord
laura laurie lori lauren lorie lara
lawrence larry lars laurent lorenz lorenzo laurence laurie lorenc laurenz lauritz
leah lea leia lia
leonard leo len lenny leonardo leonhard leon lennart leonid leonid lev lenni
leslie les lesley
lewis louis lou ludwig luis luigi louie lutz ludwik ludovic luiz lajos ludo gigi ludek wickerl
lidia lydia lida lidiya
lillian lily lilly lilli lili liliana lilian
louise lou luisa lulu louisa luise lovisa
lucas luke luca lukas luc lukasz loukas luka
lucy lucia luz luzia lucie lucille cilla lucinda lucija lucyna
magdalena maggie lena madeleine magda madeline maddie magdalene leni alena madalena
mahmoud mahmud mahmut mehmoud
malcolm mal
manfred fred manni mani
marcus mark marc marco marek markus marcos marko marcel markos marcello
margaret maggie meg peggy marge greta gretel margarita margarete rita margit marguerite grete megan madge peg gretchen meggie margot margherita malgorzata gosia marit marketa margarethe marjorie mags margareta daisy
maria mary marie mia mitzi mariya masha maryam miriam mariam marija maja maya marija moira maira marika marica mascha marusya mariella marita manya molly polly may mae mimi maryja meri
marianne marian mariana marianna mary ann
martha marta mattie patty
martin marty marten martino mart maarten martyn marcin marton merten martinho
matthew matt matty matthias mateo matteo mathieu mats matthaus mattias matias matvey mateusz mathias mathew maciej matei hias matej maty
maurice moritz mo mauricio maurizio moriz
maximilian max maxi massimiliano maximiliano maximilien maks maxim
maxim max maxime maksim massimo maximo makis maksym
mehmet muhammad mohammed memo
melanie mel melly melania
melissa mel missy lissa
michael mike mick mickey michel michal miguel mikhail michele misha mischa mikael mihail mikko mihai micha mikey mihaly mikhael mikkel mihail michail michalis michi mischka mykhailo mihailo miquel mitch
michaela micky michelle mikaela michele michi ela
michelle michele shelly
milan milo milos miloslav
miriam mirjam mimi miri miriam
mohammed mo muhammad mohamed mohammad mohamad muhammed mehmet mahomet mohamet muhamad mamadou moh hamoudi
monica monika mona monique moni
mustafa mostafa mustapha moustafa mustafah
nancy nan
natalie nat natalia natalya natasha nathalie natali talia nataliya natalija natascha nataliia
nathan nat nate nathaniel natan
nathaniel nat nate nathan nathanael
nicholas nick nicky niklas nikolaus nico klaus nikolai nicola nikolas nicolas claus nikolay kolya niko nicolai miklos nikos klas mikolaj nikita nils niels colin nikolaos mykola nikolaj nic nik nicolo
nicole nicky nikki nicola coco nicoletta nicolette
nikita nick nik
nora eleonora honora norah
oleg olek
olga olya olja olha helga
oliver ollie oli olivier oliviero olivero
olivia liv livia ollie livvy
oscar oskar ozzie
oswald ozzie ossi osvaldo
pamela pam pammy
patricia pat patty trish tricia patsy patrizia paddy trisha patrycja pattie
patrick pat paddy patric patrice patrik patrizio padraig
paul pablo paolo pavel pauly pal pavlos pawel paulo pablito pau pasha pavlo paulus polly
paula pauline paola paulina paulette polly pavla pola
peter pete pedro pietro pierre piotr petr petros petra pit piet petar petrus peer per petter par piero petya pyotr petro pekka peder pjotr perico boutros butros
petra
philip phil pip philipp filip felipe philippe filippo lip filippos flip filipe felip
rachel rae raquel rahel shelly rachele rachael
raphael rafael rafa raffaele rafi rafal raffael rafe rafail
raymond ray raimund ramon raimondo mundo rayne moncho raimo
rebecca becky becca bec rebekka rivka reba rebeka beckie
reginald reg reggie rex reinhold reynaldo
regina gina reggie regine
richard rick dick rich ricky richie ricardo riccardo ricci rico rickie rikard ryszard dickie richy
robert bob rob robbie bobby bert roberto rupert robin bobbie ruprecht robby rob bobi
roberta bobbie robbie berta
rodney rod
rodrigo rod rodo roderick
roger rog rudiger ruediger ruggero rogelio
roland rollo orlando rolando rolf roeland
ronald ron ronnie ronny reinhold ronaldo reynold
rose rosa rosie rosalie rosalind rosemary rosita rosemarie roza rosina rosl
rosemary rosie rose romy rosemarie
rudolf rudy rolf rudi rodolfo rudolph rolfie
ruth ruthie
salvatore toto sal salvador salva turi
samantha sam sammy
samuel sam sammy samuele sami shmuel shmulik
sarah sally sara sadie zara sal sarita sarah
sebastian seb basti bastian sebastien sebastiano bas sebi wastl
sergei sergey serge sergio seryozha sergius sergiy sergej serhii serhiy serzh sergii
sharon shari
sigmund siggi sigi siegmund
siegfried siggi sigi
simon sim simone semyon simeon szymon szimon shimon simao
sofia sophie sofie sonja sonia zofia sonya sophia sofija sofiya fia sofi sofya zosia
stanislav stas stan stanislaw stanislaus stano stanko
stella estelle estella
stephanie steph steffi stefanie stefania stephania stefani fanny steffie stevie stefany
stephen steve steven stephan stefan esteban stefano etienne stevie stepan istvan stefanos stefanus estevan stipe stjepan stephane szczepan steffen stavros pista
stuart stu stewart
susan sue susie suzie suzanne susanne susanna zuzana suzanna susi sanna zsuzsanna zsuzsa susana shoshana zuzanna suzette sanne
svetlana sveta lana svitlana
sylvia silvia syl sylvie silvie sylwia
tamara tam tammy toma
tatiana tanya tania tatjana tanja tatyana tetiana tetyana tatyanna
teresa tess terry tessa theresa therese resi terri teresita thea tereza tracey terezie
theodore ted teddy theo theodor teodoro fyodor fedor feodor dorian fjodor teodor theodoros thodoris
thomas tom tommy tomas tommaso tomasz tomek tomasso tomaz foma tuomas thom tamas
timothy tim timmy timotheus timo timofey timoteo timofei timothee
tobias toby tobi tobiah
ulrich uli ulli ulrik utz
ulrike uli ulla ulrica rike
ursula ursel ulla uschi ursina uschi orsolya
valentin val valentino valentine valek valya
valentina val tina valya valentine
valerie val valeria valeriya
vanessa nessa
vasily vasya basil vassilis wassily vasili vasilis vasile wasil vasyl vasilii bazyli wassili vasilios vasileios
veronica ronnie vera nika veronika vroni veronique weronika
victor vic viktor vittorio victorio wiktor vitya
victoria vicky vicki tori vic viktoria vittoria vika wiktoria viki tory
vincent vince vinnie vincenzo vicente vinzenz enzo vincenz vinny cente
violet viola violetta violeta wiola
virginia ginny ginger
vladimir vova volodya vlad wladimir volodymyr vladimiro wolodymyr vladi
walter walt wally walther gualtiero valter wat
wendy wenda
wilhelmina mina minnie willa wilma helma mien minna
william bill will billy willy willie liam wilhelm guillermo guillaume wim guglielmo memo wil vilmos guilherme willem vilem helmut guillem
winifred winnie freddie
wolfgang wolf wolfi
xavier xavi javier saverio javi xaver
yusuf yousef youssef yousuf yussef yusef
yuri jura juri yury iurii
zachary zach zack zak zacharias zacharie zakaria zakariya
zhanna jeanne janna
abdullah abdallah abdulla
abdulrahman abdelrahman abdurrahman abdul
aisha ayesha aicha aysha ayse
amina aminah emine
ayman aiman
bilal belal
faisal feisal faysal
hamza hamzah
huda hoda
ismail ismael ishmael
jamal gamal djamal cemal
karim kareem kerim
layla leila laila leyla
mariam maryam meryem
nasser nasir naser
noor nour nur
omar umar omer
osama usama
othman osman uthman ousmane
rashid rachid rasheed
said saeed saied sayed
salim selim saleem
samir sameer
tarek tariq tarik
walid waleed oualid
yasser yasir
zainab zeinab zaynab zeynep
`;

/** Given names that have no other forms here, but differ in one letter from another name. */
const others = `
alan alina alma alva amy arne arno arnold astrid axel bela bella bianca bruno carla carmen cora dario darius diana dora
doris edda edith elke ellen elmar elvira erika ester fabian fabio fiona fritz gavin gero gina gisela glen gloria grace greta guido
hanno heidi heike helga helmut hilde holger ida ilka ilona inga inge ingo ingrid ira irma isolde ivo ivy janina jasper jens
joel jonas jona jonah jost julius jutta kai karla kasper kelly kevin kira klara kyle lars leif leila lena leni lennox liam lina linda linus
lola loris lothar luna mabel maik maike malte mara marcella marco mareike margo marina mario marion marisa marla marlon marvin
mathilda maud maya meike melina merle mila milena mira mona nadia nadine nadja naomi nelson nevin nina noah nuria olaf
otto pascal pia quentin ralf ramona regine renate rene rita robin rolf roman romy rory rosa ross rowan roy ryan sabina sabine salma
sandra selena selma sigrid silke silvan simone solveig sonja stacy stella sven svenja talia tamar tanja tara tarek tessa thea thora tilda till
tilo timo tina tomke torben tyler uma ute uwe vera verena viola volker vera wanda wendy werner wiebke yara yves yvonne zoe
amit anil arjun asha deepak divya gita karan kavita kiran lata maya mira neha nita pooja priya rahul raj raja ravi rita rohan rohit sanjay
sunil sunita uma vijay wei min jun hui jing ling ming mei lei hao hua yang yan yong akira aiko emi hana hiro ken kenji kenta yuki yuko yumi
`;

/** The classes of each form by its sound. */
const classes = once(() => {
  const classes = new Map<string, number[]>();
  for (const [at, line] of forms.trim().split("\n").entries()) addForms(classes, line, at);
  for (const [at, name] of others.trim().split(/\s+/).entries()) addForms(classes, name, 1_000 + at);
  return classes;
});

function addForms(classes: Map<string, number[]>, line: string, number: number): void {
  for (const sound of new Set(line.split(" ").map(soundOf))) {
    classes.set(sound, [...(classes.get(sound) ?? []), number]);
  }
}

const none: readonly number[] = [];

/** The names of which a word with this sound is a form; empty for an unknown word. */
export function namesWithForm(sound: string): readonly number[] {
  return classes().get(sound) ?? none;
}
